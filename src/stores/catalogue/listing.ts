import { atom } from 'nanostores';
import { call } from '../../client/api.ts';
import {
  type Listing,
  listingFromSearchParams,
  queryFromListing,
  searchParamsFromListing,
} from '../../contract/listing-query.ts';
import { paths } from '../../contract/paths.ts';
import type { ListQuery, WireProduct } from '../../contract/calls/product.ts';
import {
  countFacets,
  type FacetCounts,
  type Facets,
  type Filter,
  filterProducts,
  noFilter,
} from '../../domain/catalogue.ts';
import { shop } from '../../domain/config.ts';

/**
 * What the collection shows. The page contains the first products in its HTML, with their facets. If the page has the
 * whole catalogue, a filter is applied here within one frame; else the list call applies it.
 */
export type Card = string | WireProduct;

export type Results =
  | { state: 'loading' | 'searching' }
  /**
   * `cards` in order: a string is the id of a card in the page's HTML. `start` is the index of the first card among all
   * matches, `count` the number of matches. For a search, `kinds` is the number of results per type, and `said`
   * explains results that differ from the typed text.
   */
  | {
      state: 'shown';
      cards: readonly Card[];
      start: number;
      count: number;
      kinds?: Readonly<Record<string, number>>;
      said?: string | undefined;
    };

const nothing: Listing = { filter: noFilter, search: '' };

export const $listing = atom<Listing>(nothing);
export const $results = atom<Results>({ state: 'loading' });

interface Page {
  /** The facets of the cards in the HTML, newest first. */
  facets: readonly Facets[];
  /** The index of the first one in the whole list. */
  start: number;
  /** Number of products in the whole catalogue, on the page or not. */
  total: number;
}

let page: Page = { facets: [], start: 0, total: 0 };
const isWhole = () => page.facets.length === page.total;

/** Starts with the page's products and applies the filter in its address. */
export function openListing(brought: Page, params: URLSearchParams): void {
  page = brought;
  followAddress(params);
}

/** Applies a filter and ends a search. Updates the address, so that it can be shared and Back undoes the filter. */
export function applyFilter(filter: Filter): void {
  cancelTyping();
  list({ filter, search: '' }, 'pushState');
}

/** Applies the address after Back or Forward changed it. */
export function followAddress(params: URLSearchParams): void {
  cancelTyping();
  $listing.set(listingFromSearchParams(params));
  void show();
}

let typing: ReturnType<typeof setTimeout> | undefined;

/** Searches 300 ms after the last keystroke; an empty text shows the full list at once. */
export function search(text: string): void {
  cancelTyping();
  const wanted = text.trim();
  if (wanted === $listing.get().search) {
    // The shopper typed and restored the text: show the interrupted results again.
    if ($results.get().state === 'searching') void show();
    return;
  }
  if (wanted === '') {
    list(nothing, 'replaceState');
    return;
  }
  $results.set({ state: 'searching' });
  typing = setTimeout(
    () => list({ filter: noFilter, search: wanted }, 'replaceState'),
    shop.searchDebounceMs,
  );
}

/** Narrows search results to one type; the same type again removes the limit. */
export function searchWithin(type: string): void {
  cancelTyping();
  const { search: text, filter } = $listing.get();
  const types = filter.types.includes(type) ? [] : [type];
  list({ filter: { ...noFilter, types }, search: text }, 'replaceState');
}

function cancelTyping(): void {
  clearTimeout(typing);
  request?.abort();
}

/** Shows a listing, and writes it into the address. */
function list(listing: Listing, how: 'pushState' | 'replaceState'): void {
  $listing.set(listing);
  const query = searchParamsFromListing(listing).toString();
  const address = query === '' ? paths.collection : `${paths.collection}?${query}`;
  if (address !== location.pathname + location.search) history[how](null, '', address);
  void show();
}

let request: AbortController | undefined;

async function show(): Promise<void> {
  request?.abort();
  const listing = $listing.get();
  // As the page has it: sorted again by the live stock, cards would change places under a finger.
  if (Object.keys(queryFromListing(listing)).length === 0) {
    $results.set({
      state: 'shown',
      cards: page.facets.map(({ id }) => id),
      start: page.start,
      count: page.total,
    });
    return;
  }
  if (isAnsweredHere(listing)) {
    const cards = filterProducts(page.facets, listing.filter).map(({ id }) => id);
    $results.set({ state: 'shown', cards, start: 0, count: cards.length });
    return;
  }
  $results.set({ state: listing.search === '' ? 'loading' : 'searching' });
  await load(listing, [], 0);
}

/** Only the server knows real sales and search results. */
function isAnsweredHere({ filter, search: text }: Listing): boolean {
  return isWhole() && text === '' && filter.sort !== 'bestseller';
}

/** Whether there are products after those that are shown. */
export function hasMore(results: Results): boolean {
  return results.state === 'shown' && results.start + results.cards.length < results.count;
}

let isLoadingMore = false;

/** Shows the next products below those that are shown. */
export async function showMore(): Promise<void> {
  const results = $results.get();
  if (results.state !== 'shown' || !hasMore(results) || isLoadingMore) return;
  isLoadingMore = true;
  await load($listing.get(), results.cards, results.start);
  isLoadingMore = false;
}

async function load(listing: Listing, shown: readonly Card[], start: number): Promise<void> {
  const mine = new AbortController();
  request = mine;
  const query: ListQuery = {
    ...queryFromListing(listing),
    offset: start + shown.length,
    limit: shop.listingPage,
  };
  const answer = await call('product.list', query, { signal: mine.signal });
  // A newer request has replaced this one, whatever the order of their answers.
  if (mine.signal.aborted) return;
  if (answer.success) {
    const { products, count, said } = answer;
    const kinds = answer.facets.types;
    $results.set({ state: 'shown', cards: [...shown, ...products], start, count, kinds, said });
  } else {
    // Any failure gives an empty list with count 0; products that are already shown stay.
    $results.set({ state: 'shown', cards: shown, start, count: start + shown.length });
  }
}

export interface Preview {
  count: number;
  facets: FacetCounts;
}

/** The number of products that a filter would show, in total and per facet value; null if the server did not answer. */
export async function previewFilter(filter: Filter, signal: AbortSignal): Promise<Preview | null> {
  if (isWhole()) {
    return { count: filterProducts(page.facets, filter).length, facets: countFacets(page.facets, filter) };
  }
  const answer = await call(
    'product.list',
    { ...queryFromListing({ filter, search: '' }), limit: 0 },
    { signal },
  );
  return answer.success ? { count: answer.count, facets: answer.facets } : null;
}
