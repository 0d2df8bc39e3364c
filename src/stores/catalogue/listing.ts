import { atom } from 'nanostores';
import { call } from '../../client/api.ts';
import {
  type Listing,
  listingFromSearchParams,
  queryFromListing,
  searchParamsFromListing,
} from '../../contract/listing-query.ts';
import { paths } from '../../contract/paths.ts';
import type { ListQuery, WireProduct } from '../../contract/routes.ts';
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
 * What the collection shows. The page brings the first products in its HTML and their facets with them; a filter over a
 * catalogue that is wholly on the page is answered within the frame, anything else by the list call.
 */
export type Card = string | WireProduct;

export type Results =
  | { state: 'loading' | 'searching' }
  /**
   * `cards` in order: an id stands for a card that the page has. `start` is the place of the first among all that match,
   * `count` how many these are, shown or not. Of a search, `kinds` is how many of each type it found, and `said` why it
   * found these where they are not what was typed.
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
  /** Of the cards in the HTML, newest first. */
  facets: readonly Facets[];
  /** The place of the first of them in the whole list. */
  start: number;
  /** Products in the whole catalogue, on the page or not. */
  total: number;
}

let page: Page = { facets: [], start: 0, total: 0 };
const isWhole = () => page.facets.length === page.total;

/** Takes up what the page brought and what its address asks for. */
export function openListing(brought: Page, params: URLSearchParams): void {
  page = brought;
  $listing.set(listingFromSearchParams(params));
  void show();
}

/** Applies a filter; it ends a search. The address follows, so that it can be shared and Back takes it away. */
export function applyFilter(filter: Filter): void {
  cancelTyping();
  $listing.set({ filter, search: '' });
  writeAddress('pushState');
  void show();
}

/** Shows what the address says, after Back or Forward changed it. */
export function followAddress(params: URLSearchParams): void {
  cancelTyping();
  $listing.set(listingFromSearchParams(params));
  void show();
}

let typing: ReturnType<typeof setTimeout> | undefined;

/** Searches 300 ms after the last keystroke (specification §4); an empty text brings the full list back at once. */
export function search(text: string): void {
  cancelTyping();
  const wanted = text.trim();
  if (wanted === $listing.get().search) {
    // Typed and taken back: what was interrupted is shown again.
    if ($results.get().state === 'searching') void show();
    return;
  }
  if (wanted === '') {
    $listing.set(nothing);
    writeAddress('replaceState');
    void show();
    return;
  }
  $results.set({ state: 'searching' });
  typing = setTimeout(() => {
    $listing.set({ filter: noFilter, search: wanted });
    writeAddress('replaceState');
    void show();
  }, shop.searchDebounceMs);
}

/** Narrows what a search found to one type; the same again widens it. */
export function searchWithin(type: string): void {
  cancelTyping();
  const { search: text, filter } = $listing.get();
  $listing.set({ filter: { ...noFilter, types: filter.types.includes(type) ? [] : [type] }, search: text });
  writeAddress('replaceState');
  void show();
}

function cancelTyping(): void {
  clearTimeout(typing);
  request?.abort();
}

function writeAddress(how: 'pushState' | 'replaceState'): void {
  const query = searchParamsFromListing($listing.get()).toString();
  const address = query === '' ? paths.collection : `${paths.collection}?${query}`;
  if (address !== location.pathname + location.search) history[how](null, '', address);
}

let request: AbortController | undefined;

async function show(): Promise<void> {
  request?.abort();
  const listing = $listing.get();
  if (isAnsweredHere(listing)) {
    const cards = filterProducts(page.facets, listing.filter).map(({ id }) => id);
    $results.set({ state: 'shown', cards, start: 0, count: cards.length });
    return;
  }
  if (Object.keys(queryFromListing(listing)).length === 0) {
    $results.set({
      state: 'shown',
      cards: page.facets.map(({ id }) => id),
      start: page.start,
      count: page.total,
    });
    return;
  }
  $results.set({ state: listing.search === '' ? 'loading' : 'searching' });
  await load(listing, [], 0);
}

/** Real sales are the server's to know, and so is what a text finds. */
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
  // A later wish has taken over: its answer counts, however early or late this one comes.
  if (mine.signal.aborted) return;
  if (answer.success) {
    const { products, count, said } = answer;
    const kinds = answer.facets.types;
    $results.set({ state: 'shown', cards: [...shown, ...products], start, count, kinds, said });
  } else {
    // Any failure gives an empty list and count 0 (specification §4); what is shown already stays.
    $results.set({ state: 'shown', cards: shown, start, count: start + shown.length });
  }
}

export interface Preview {
  count: number;
  facets: FacetCounts;
}

/** How many products a filter would show, and beside each facet value; null where the server did not say. */
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
