import { type Filter, noFilter, sizes, sorts, subCategories } from '../domain/catalogue.ts';
import { paiseFromRupees, rupeesFromPaise } from '../domain/money.ts';
import { shop } from '../domain/config.ts';
import type { ListQuery } from './calls/product.ts';
import { queryOf } from './endpoints.ts';

/** What the collection shows: a filter, or a search, which only types can narrow (docs/behaviour.md#collection). */
export interface Listing {
  filter: Filter;
  search: string;
}

/**
 * The filter as the query of the list call, prices in rupees. Default values are left out, so that equal filters give
 * equal URLs for the cache. The collection's own URL has the same names.
 */
export function queryFromListing({ filter, search }: Listing): ListQuery {
  const query: ListQuery = {};
  if (filter.types.length > 0) query.subCategory = [...filter.types].sort();
  if (search !== '') return { ...query, search };
  if (filter.sizes.length > 0) query.sizes = [...filter.sizes].sort();
  if (filter.minPricePaise > noFilter.minPricePaise) query.minPrice = rupeesFromPaise(filter.minPricePaise);
  if (filter.maxPricePaise < noFilter.maxPricePaise) query.maxPrice = rupeesFromPaise(filter.maxPricePaise);
  if (filter.sort !== '') query.sort = filter.sort;
  return query;
}

/** The query of the collection's URL for a listing, from `?` on; empty for the default. */
export function searchParamsFromListing(listing: Listing): URLSearchParams {
  return queryOf(queryFromListing(listing));
}

/** The listing of a URL. It may be typed or cut off, so unknown values are ignored. */
export function listingFromSearchParams(params: URLSearchParams): Listing {
  const known = <T extends string>(name: string, values: readonly T[]) =>
    values.filter((value) => params.getAll(name).includes(value));
  const { min, max } = shop.priceRangePaise;
  const from = price(params.get('minPrice'), min);
  const to = price(params.get('maxPrice'), max);
  return {
    filter: {
      types: known(
        'subCategory',
        subCategories.map(({ name }) => name),
      ),
      sizes: known('sizes', sizes),
      minPricePaise: Math.min(from, to),
      maxPricePaise: Math.max(from, to),
      sort: sorts.find(({ id }) => id === params.get('sort'))?.id ?? '',
    },
    search: (params.get('search') ?? '').trim().slice(0, 100),
  };
}

function price(text: string | null, otherwise: number): number {
  const paise = text === null || text === '' ? null : paiseFromRupees(Number(text));
  return paise === null
    ? otherwise
    : Math.min(Math.max(paise, shop.priceRangePaise.min), shop.priceRangePaise.max);
}
