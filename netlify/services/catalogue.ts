import type { ListQuery, Reply, WireProduct } from '../../src/contract/routes.ts';
import { catalogue } from '../../src/content/snapshot.ts';
import { countFacets, type Filter, filterProducts, noFilter } from '../../src/domain/catalogue.ts';
import { paiseFromRupees, rupeesFromPaise } from '../../src/domain/money.ts';
import { isSoldOut, type Product, type Stock } from '../../src/domain/product.ts';
import { readStock, readStockAndSold } from '../storage/stock.ts';
import { searchOver } from './search.ts';

/** A query as parsed: a value that was not sent is undefined. */
type Asked = { [Name in keyof ListQuery]: ListQuery[Name] | undefined };

const byId = new Map(catalogue.map((product) => [product.id, product]));

export function productById(id: string): Product | undefined {
  return byId.get(id);
}

/** What is left of the products asked for, in every size; ids that the shop does not have are left out. */
export async function stock({ id }: { id: string[] }): Promise<Reply<'product.stock'>> {
  return { success: true, stock: Object.fromEntries(await readStock(named(id, byId))) };
}

export const list = listOf(catalogue);

/**
 * The list call over a catalogue. It gives the page asked for, with live stock, beside the count of all that match and
 * what each facet value would show. With `id` products come in the order asked for, and what a search found comes best
 * first, unless a sort is chosen. Redis is asked for what the page shows alone, and not at all for an empty one.
 */
export function listOf(products: readonly Product[]): (query: Asked) => Promise<Reply<'product.list'>> {
  const known = new Map(products.map((product) => [product.id, product]));
  const search = searchOver(products);

  function candidatesOf({ id, search: text = '' }: Asked): readonly Product[] {
    if (text.trim() === '') return id ? named(id, known) : products;
    const found = search(text);
    return id ? named(id, new Map(found.map((product) => [product.id, product]))) : found;
  }

  return async (query) => {
    const candidates = candidatesOf(query);
    const filter = filterOf(query);
    const kept = filterProducts(candidates, filter);
    const about = { count: kept.length, facets: countFacets(candidates, filter) };
    const from = query.offset ?? 0;
    const page = (sorted: readonly Product[]) => sorted.slice(from, from + (query.limit ?? sorted.length));

    if (page(kept).length > 0 && filter.sort === 'bestseller') {
      const { stock: left, sold } = await readStockAndSold(kept);
      const everSold = (id: string) => (sold.get(id) ?? 0) + (known.get(id)?.bestsellerSeed ?? 0);
      return answer(page(filterProducts(kept, filter, everSold)), left, about);
    }
    const hasOrder = filter.sort === '' && candidates !== products;
    const shown = page(hasOrder ? inOrderOf(candidates, kept) : kept);
    return answer(shown, await readStock(shown), about);
  };
}

function filterOf(query: Asked): Filter {
  return {
    types: query.subCategory ?? noFilter.types,
    sizes: query.sizes ?? noFilter.sizes,
    minPricePaise: paiseOr(noFilter.minPricePaise, query.minPrice),
    maxPricePaise: paiseOr(noFilter.maxPricePaise, query.maxPrice),
    sort: query.sort ?? noFilter.sort,
  };
}

function inOrderOf(products: readonly Product[], kept: readonly Product[]): Product[] {
  const stays = new Set(kept);
  return products.filter((product) => stays.has(product));
}

/** The products of these ids, each once. */
function named(ids: readonly string[], known: ReadonlyMap<string, Product>): Product[] {
  return [...new Set(ids)].flatMap((id) => known.get(id) ?? []);
}

function paiseOr(otherwise: number, rupees: number | undefined): number {
  return rupees === undefined ? otherwise : (paiseFromRupees(rupees) ?? otherwise);
}

function answer(
  products: readonly Product[],
  stocks: ReadonlyMap<string, Stock>,
  about: Pick<Reply<'product.list'>, 'count' | 'facets'>,
): Reply<'product.list'> {
  return {
    success: true,
    products: products.map((product) => toWire(product, stocks.get(product.id) ?? {})),
    ...about,
  };
}

function toWire(product: Product, left: Stock): WireProduct {
  return {
    _id: product.id,
    name: product.name,
    price: rupeesFromPaise(product.pricePaise),
    oldPrice: product.oldPricePaise === null ? null : rupeesFromPaise(product.oldPricePaise),
    image: product.pictures.map(({ src }) => src),
    imageAlt: product.pictures.map(({ alt }) => alt),
    sizes: product.sizes,
    category: product.categories,
    subCategory: product.subCategory,
    description: product.description,
    outOfStock: isSoldOut(product, left),
    earlyOrder: product.earlyOrder,
    offersEnabled: product.offersEnabled,
    offerTitle: product.offerTitle,
    offerDescription: product.offerDescription,
    addedOn: product.addedOn,
    stock: left,
  };
}
