import { openSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import type { ListQuery, WireProduct } from '../../src/contract/calls/product.ts';
import type { Reply } from '../../src/contract/routes.ts';
import {
  countFacets,
  type Filter,
  filterProducts,
  hasFirstRow,
  noFilter,
} from '../../src/domain/catalogue.ts';
import { paiseFromRupees, rupeesFromPaise } from '../../src/domain/money.ts';
import { isSoldOut, type Product, type Stock } from '../../src/domain/product.ts';
import { shop } from '../../src/domain/config.ts';
import type { Listed, Products } from '../storage/products.ts';
import { readSold, readStock } from '../storage/stock.ts';
import { listedProducts, productById, snapshotFolder } from './products.ts';
import type { SearchResult } from './search-query.ts';
import { fold } from './search-words.ts';
import { openSearch, type Search, type SearchIndex } from './search.ts';

/** A parsed query: a value that was not sent is undefined. */
type Asked = { [Name in keyof ListQuery]: ListQuery[Name] | undefined };

/** The stock of the given products in every size; unknown ids are left out. */
export async function stock({ id }: { id: string[] }): Promise<Reply<'product.stock'>> {
  return { success: true, stock: Object.fromEntries(await readStock(named(id, { byId: productById }))) };
}

/** Opened together with the products, because it refers to their positions: both must come from one snapshot. */
const searchFile = openSync(join(snapshotFolder, 'search.json'), 'r');
/** Read at the first search, once per function instance, because most calls do not need it. */
let opened: Search | undefined;

function search(text: string): SearchResult {
  opened ??= openSearch(JSON.parse(readFileSync(searchFile, 'utf8')) as SearchIndex);
  return opened(text);
}

/** The products of a list call; positions in a search result are positions in `listed`. */
interface Source extends Pick<Products, 'byId' | 'listed'> {
  search: Search;
}

/** The products that a query is about, before its filter. */
interface Candidates {
  candidates: readonly Listed[];
  searched?: string;
  sort?: SearchResult['sort'];
  why?: { said: string };
}

interface Stocked {
  products: readonly Product[];
  left: ReadonlyMap<string, Stock>;
}

/** One page of the listing: its stock is read anyway. */
const BLOCK = shop.listingPage;

export const list = listOf({ byId: productById, listed: listedProducts, search });

/**
 * The list call over a catalogue. It returns the requested page with live stock, the count of all matches, and the
 * count for each facet value. With `id`, products keep the requested order. A search returns the best matches first
 * unless a sort is chosen. Redis is asked only for the products on the page, and not at all for an empty page.
 */
function listOf(source: Source): (query: Asked) => Promise<Reply<'product.list'>> {
  function candidatesOf({ id, search: text = '' }: Asked): Candidates {
    if (text.trim() === '') return { candidates: id ? named(id, source) : source.listed() };
    const listed = source.listed();
    const { places, said, sort } = source.search(text);
    const found = places.flatMap((at) => listed[at] ?? []);
    if (!id) return { candidates: found, searched: text, sort, ...(said !== null && { why: { said } }) };
    const known = new Map(found.map((product) => [product.id, product]));
    return { candidates: named(id, { byId: (own) => known.get(own) }) };
  }

  async function stocked(shown: readonly Listed[]): Promise<Stocked> {
    const products = shown.flatMap(({ id }) => source.byId(id) ?? []);
    return { products, left: await readStock(products) };
  }

  /**
   * Search results with sold-out products at the end of their block; the product with exactly the typed name keeps its
   * place. Blocks start at the same positions for every page, so pages neither repeat nor skip a product.
   */
  async function buyableFirst(
    found: readonly Listed[],
    { from, to, searched }: { from: number; to: number; searched: string },
  ): Promise<Stocked> {
    const start = from - (from % BLOCK);
    const page = found.slice(from, to).length;
    const end = page === 0 ? start : Math.ceil((from + page) / BLOCK) * BLOCK;
    const { products, left } = await stocked(found.slice(start, end));
    const named = fold(searched);
    const isBehind = (product: Product) =>
      fold(product.name) !== named && isSoldOut(product, left.get(product.id) ?? {});
    const blocks = Map.groupBy(products.keys(), (at) => Math.floor(at / BLOCK)).values();
    const inOrder = [...blocks].flatMap((block) =>
      block
        .flatMap((at) => products[at] ?? [])
        .toSorted((one, other) => Number(isBehind(one)) - Number(isBehind(other))),
    );
    return { products: inOrder.slice(from - start, from - start + page), left };
  }

  /** The page, with sold-out products of the first block behind the first row. Later blocks keep their order. */
  async function firstRowBuyable(
    kept: readonly Listed[],
    { from, to, filter }: { from: number; to: number; filter: Filter },
  ): Promise<Stocked> {
    const page = kept.slice(from, to).length;
    if (from >= BLOCK || page === 0) return stocked(kept.slice(from, to));
    const { products, left } = await stocked(kept.slice(0, Math.max(BLOCK, from + page)));
    const first = products
      .slice(0, BLOCK)
      .map((product) => ({ ...product, soldOut: isSoldOut(product, left.get(product.id) ?? {}) }));
    const inOrder = [...filterProducts(first, filter), ...products.slice(BLOCK)];
    return { products: inOrder.slice(from, from + page), left };
  }

  return async (query) => {
    const { candidates, searched, sort, why } = candidatesOf(query);
    const asked = filterOf(query);
    const filter = sort && asked.sort === '' ? { ...asked, sort } : asked;
    const from = query.offset ?? 0;
    const to = query.limit === undefined ? Number.POSITIVE_INFINITY : from + query.limit;

    const kept = filterProducts(candidates, filter);
    const hasOrder = filter.sort === '' && (query.id !== undefined || searched !== undefined);
    const sorted =
      filter.sort === 'bestseller' && kept.slice(from, to).length > 0
        ? filterProducts(kept, filter, everSold(kept, await soldLately()))
        : kept;
    const ordered = hasOrder ? inOrderOf(candidates, sorted) : sorted;
    const { products, left } =
      searched !== undefined && asked.sort === ''
        ? await buyableFirst(ordered, { from, to, searched })
        : hasFirstRow(filter) && !hasOrder
          ? await firstRowBuyable(ordered, { from, to, filter })
          : await stocked(ordered.slice(from, to));
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

/** Best-seller data may be this old; the CDN's answers are as old anyway. */
const SOLD_FOR_MS = 60_000;

let lately: { sold: ReadonlyMap<string, number>; at: number } | undefined;

/** Pieces sold in the whole shop. Each function instance asks once a minute. */
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

/** The products with these ids, each once. */
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
