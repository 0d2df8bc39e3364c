import { openSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import type { ListQuery, Reply, WireProduct } from '../../src/contract/routes.ts';
import { countFacets, type Filter, filterProducts, noFilter } from '../../src/domain/catalogue.ts';
import { paiseFromRupees, rupeesFromPaise } from '../../src/domain/money.ts';
import { isSoldOut, type Product, type Stock } from '../../src/domain/product.ts';
import type { Listed, Products } from '../storage/products.ts';
import { readSold, readStock } from '../storage/stock.ts';
import { listedProducts, productById, snapshotFolder } from './products.ts';
import { type Found, openSearch, type Search, type SearchIndex } from './search.ts';

/** A query as parsed: a value that was not sent is undefined. */
type Asked = { [Name in keyof ListQuery]: ListQuery[Name] | undefined };

/** What is left of the products asked for, in every size; ids that the shop does not have are left out. */
export async function stock({ id }: { id: string[] }): Promise<Reply<'product.stock'>> {
  return { success: true, stock: Object.fromEntries(await readStock(named(id, { byId: productById }))) };
}

/** Opened together with the products, whose places it names, so that both stay of one snapshot. */
const searchFile = openSync(join(snapshotFolder, 'search.json'), 'r');
/** Read at the first search, once in the life of a function instance, because most calls never need it. */
let opened: Search | undefined;

function search(text: string): Found {
  opened ??= openSearch(JSON.parse(readFileSync(searchFile, 'utf8')) as SearchIndex);
  return opened(text);
}

/** Where the list call has its products from; places of a search are places in `listed`. */
interface Source extends Omit<Products, 'edition'> {
  search: Search;
}

export const list = listOf({ byId: productById, listed: listedProducts, search });

/**
 * The list call over a catalogue. It gives the page asked for, with live stock, beside the count of all that match and
 * what each facet value would show. With `id` products come in the order asked for, and what a search found comes best
 * first, unless a sort is chosen. Redis is asked for what the page shows alone, and not at all for an empty one.
 */
export function listOf(source: Source): (query: Asked) => Promise<Reply<'product.list'>> {
  function candidatesOf({ id, search: text = '' }: Asked): { candidates: readonly Listed[]; said?: string } {
    if (text.trim() === '') return { candidates: id ? named(id, source) : source.listed() };
    const listed = source.listed();
    const { places, said } = source.search(text);
    const found = places.flatMap((at) => listed[at] ?? []);
    if (!id) return { candidates: found, ...(said !== null && { said }) };
    const known = new Map(found.map((product) => [product.id, product]));
    return { candidates: named(id, { byId: (own) => known.get(own) }) };
  }

  return async (query) => {
    const { candidates, ...why } = candidatesOf(query);
    const filter = filterOf(query);
    const from = query.offset ?? 0;
    const pageOf = (sorted: readonly Listed[]) => sorted.slice(from, from + (query.limit ?? sorted.length));

    const kept = filterProducts(candidates, filter);
    const hasOrder = filter.sort === '' && (query.id !== undefined || Boolean(query.search?.trim()));
    const sorted =
      filter.sort === 'bestseller' && pageOf(kept).length > 0
        ? filterProducts(kept, filter, everSold(kept, await soldLately()))
        : kept;
    const shown = pageOf(hasOrder ? inOrderOf(candidates, sorted) : sorted);
    const products = shown.flatMap(({ id }) => source.byId(id) ?? []);
    const left = await readStock(products);
    return {
      success: true,
      products: products.map((product) => toWire(product, left.get(product.id) ?? {})),
      count: kept.length,
      facets: countFacets(candidates, filter),
      ...why,
    };
  };
}

function everSold(products: readonly Listed[], sold: ReadonlyMap<string, number>): (id: string) => number {
  const ever = new Map(products.map(({ id, bestsellerSeed }) => [id, bestsellerSeed + (sold.get(id) ?? 0)]));
  return (id) => ever.get(id) ?? 0;
}

/** Best sellers may be this old, as the CDN's answers are anyway. */
const SOLD_FOR_MS = 60_000;

let lately: { sold: ReadonlyMap<string, number>; at: number } | undefined;

/** Sales of the whole shop, asked for once a minute by each function instance. */
async function soldLately(): Promise<ReadonlyMap<string, number>> {
  const now = Date.now();
  if (!lately || Math.abs(now - lately.at) >= SOLD_FOR_MS) lately = { sold: await readSold(), at: now };
  return lately.sold;
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

function inOrderOf(products: readonly Listed[], kept: readonly Listed[]): Listed[] {
  const stays = new Set(kept);
  return products.filter((product) => stays.has(product));
}

/** The products of these ids, each once. */
function named<P>(ids: readonly string[], { byId }: { byId: (id: string) => P | undefined }): P[] {
  return [...new Set(ids)].flatMap((id) => byId(id) ?? []);
}

function paiseOr(otherwise: number, rupees: number | undefined): number {
  return rupees === undefined ? otherwise : (paiseFromRupees(rupees) ?? otherwise);
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
