import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import type { Reply } from '../../../src/contract/routes.ts';
import type { WireProduct } from '../../../src/contract/calls/product.ts';
import { noFilter } from '../../../src/domain/catalogue.ts';
import { shop } from '../../../src/domain/config.ts';
import { late, ok, openBrowser, refused, useBrowser } from '../fake-browser.ts';
import { facets } from '../wire.ts';

const browser = useBrowser(() => openBrowser('/collection'));
let addresses: string[];
beforeEach(() => {
  vi.useFakeTimers();
  addresses = [];
  const follow = (_state: unknown, _title: string, address: string) => addresses.push(address);
  vi.stubGlobal('location', { pathname: '/collection', search: '' });
  vi.stubGlobal('history', { pushState: follow, replaceState: follow });
});
afterEach(() => {
  vi.useRealTimers();
});

const product = (id: string) => ({ _id: id, name: id }) as WireProduct;
const found = (ids: string[], count = ids.length): Reply<'product.list'> => ({
  ...ok,
  products: ids.map(product),
  count,
  facets: { types: {}, sizes: {} },
});

const newestFirst = facets.toReversed();

/** A page with these products, from a catalogue of this size. */
async function open(total = facets.length, query = '', start = 0, onPage = newestFirst) {
  const listing = await import('../../../src/stores/catalogue/listing.ts');
  listing.openListing({ facets: onPage, start, total }, new URLSearchParams(query));
  await vi.runAllTimersAsync();
  const shown = () => {
    const results = listing.$results.get();
    return results.state === 'shown'
      ? {
          ids: results.cards.map((card) => (typeof card === 'string' ? card : card._id)),
          count: results.count,
        }
      : results.state;
  };
  return { ...listing, shown };
}

test('a catalogue that is completely on the page is filtered and sorted without a request', async () => {
  const { applyFilter, shown } = await open();
  expect(shown()).toEqual({ ids: ['chai-cap', 'rust-hoodie', 'moss-hoodie'], count: 3 });
  applyFilter({ ...noFilter, types: ['Hoodie'], sort: 'price-asc' });
  expect(shown()).toEqual({ ids: ['rust-hoodie', 'moss-hoodie'], count: 2 });
  expect(browser.asked).toEqual([]);
  expect(addresses).toEqual(['/collection?subCategory=Hoodie&sort=price-asc']);
});

test('the first tap leaves the cards as the page has them, whatever the live stock says', async () => {
  const sold = newestFirst.map((card, index) => ({ ...card, soldOut: index === 0, earlyOrder: index === 1 }));
  const { applyFilter, shown } = await open(3, '', 0, sold);
  expect(shown()).toEqual({ ids: ['chai-cap', 'rust-hoodie', 'moss-hoodie'], count: 3 });
  applyFilter({ ...noFilter, sizes: ['M'] });
  expect(shown()).toEqual({ ids: ['moss-hoodie', 'rust-hoodie'], count: 2 });
});

test('a URL applies its filter, and Back restores the previous one', async () => {
  const { followAddress, shown } = await open(3, 'sizes=L');
  expect(shown()).toEqual({ ids: ['rust-hoodie'], count: 1 });
  followAddress(new URLSearchParams('maxPrice=1000'));
  expect(shown()).toEqual({ ids: ['chai-cap'], count: 1 });
});

test('best sellers are requested, because only the server knows the sales', async () => {
  browser.says('product.list', () => found(['moss-hoodie', 'chai-cap', 'rust-hoodie']));
  const { applyFilter, shown } = await open();
  applyFilter({ ...noFilter, sort: 'bestseller' });
  expect(shown()).toBe('loading');
  await vi.runAllTimersAsync();
  expect(shown()).toEqual({ ids: ['moss-hoodie', 'chai-cap', 'rust-hoodie'], count: 3 });
});

test('in a catalogue larger than the page a filter requests the first page, and a scroll the next one', async () => {
  const pages = [['a-tee', 'b-tee'], ['c-tee']];
  browser.says('product.list', ({ query }) => found(pages[query.get('offset') === '0' ? 0 : 1] ?? [], 3));
  const { applyFilter, showMore, shown } = await open(10_000);
  applyFilter({ ...noFilter, types: ['Shirts'] });
  await vi.runAllTimersAsync();
  expect(shown()).toEqual({ ids: ['a-tee', 'b-tee'], count: 3 });
  await showMore();
  expect(shown()).toEqual({ ids: ['a-tee', 'b-tee', 'c-tee'], count: 3 });
  await showMore();
  expect(browser.asked.map(({ query }) => query.toString())).toEqual([
    `subCategory=Shirts&offset=0&limit=${shop.listingPage}`,
    `subCategory=Shirts&offset=2&limit=${shop.listingPage}`,
  ]);
});

test('a page with a part of the catalogue shows it without a request, and continues after it', async () => {
  browser.says('product.list', () => found(['old-tee'], 64));
  const { showMore, shown } = await open(64, '', 60);
  const onPage = ['chai-cap', 'rust-hoodie', 'moss-hoodie'];
  expect(shown()).toEqual({ ids: onPage, count: 64 });
  expect(browser.asked).toEqual([]);
  await showMore();
  expect(shown()).toEqual({ ids: [...onPage, 'old-tee'], count: 64 });
  await showMore();
  expect(browser.asked.map(({ query }) => query.get('offset'))).toEqual(['63']);
});

test('only a search with approximate results says so', async () => {
  const near = 'We do not sell “kurta”. Here are the closest matches.';
  browser.says('product.list', ({ query }) => ({
    ...found(['moss-hoodie']),
    ...(query.get('search') === 'kurta' && { said: near }),
  }));
  const { $results, search } = await open();
  search('kurta');
  await vi.runAllTimersAsync();
  expect($results.get()).toMatchObject({ state: 'shown', said: near });
  search('moss');
  await vi.runAllTimersAsync();
  expect($results.get()).not.toMatchObject({ said: near });
});

test('a search counts its results by type; a tap narrows it to one type, and the same tap widens it again', async () => {
  browser.says('product.list', () => ({
    ...found(['moss-hoodie']),
    facets: { types: { Hoodie: 2, Shirts: 1 }, sizes: {} },
  }));
  const { $listing, $results, search, searchWithin } = await open();
  search('black');
  await vi.runAllTimersAsync();
  expect($results.get()).toMatchObject({ kinds: { Hoodie: 2, Shirts: 1 } });
  searchWithin('Shirts');
  await vi.runAllTimersAsync();
  expect(browser.asked.at(-1)?.query.get('subCategory')).toBe('Shirts');
  expect(addresses.at(-1)).toBe('/collection?subCategory=Shirts&search=black');
  searchWithin('Shirts');
  await vi.runAllTimersAsync();
  expect($listing.get()).toEqual({ filter: noFilter, search: 'black' });
  expect(addresses.at(-1)).toBe('/collection?search=black');
});

test('a search is sent 300 ms after the last keystroke and shows that it is searching meanwhile', async () => {
  browser.says('product.list', () => found(['moss-hoodie']));
  const { search, shown } = await open();
  search('h');
  await vi.advanceTimersByTimeAsync(shop.searchDebounceMs - 1);
  search('hood');
  expect(shown()).toBe('searching');
  await vi.advanceTimersByTimeAsync(shop.searchDebounceMs - 1);
  expect(browser.asked).toEqual([]);
  await vi.advanceTimersByTimeAsync(1);
  expect(browser.asked.map(({ query }) => query.get('search'))).toEqual(['hood']);
  expect(shown()).toEqual({ ids: ['moss-hoodie'], count: 1 });
  expect(addresses).toEqual(['/collection?search=hood']);
});

test('a late answer never overwrites a newer one', async () => {
  const first = late<Reply<'product.list'>>();
  browser.says('product.list', ({ query }) =>
    query.get('search') === 'first' ? first.promise : found(['chai-cap']),
  );
  const { search, shown } = await open();
  search('first');
  await vi.advanceTimersByTimeAsync(shop.searchDebounceMs);
  search('second');
  await vi.advanceTimersByTimeAsync(shop.searchDebounceMs);
  expect(shown()).toEqual({ ids: ['chai-cap'], count: 1 });
  first.resolve(found(['moss-hoodie']));
  await vi.runAllTimersAsync();
  expect(shown()).toEqual({ ids: ['chai-cap'], count: 1 });
});

test('an empty text restores the full list at once, also during a search', async () => {
  const never = late<Reply<'product.list'>>();
  browser.says('product.list', () => never.promise);
  const { search, shown } = await open();
  search('hoodie');
  await vi.advanceTimersByTimeAsync(shop.searchDebounceMs);
  search('');
  expect(shown()).toEqual({ ids: ['chai-cap', 'rust-hoodie', 'moss-hoodie'], count: 3 });
});

test('a text that is deleted before its request starts ends the searching state', async () => {
  const { search, shown } = await open();
  search('hoodie');
  search('');
  await vi.runAllTimersAsync();
  expect(shown()).toEqual({ ids: ['chai-cap', 'rust-hoodie', 'moss-hoodie'], count: 3 });
  expect(browser.asked).toEqual([]);
});

test.each([
  ['no network', () => Promise.reject(new TypeError('fetch failed'))],
  ['garbage', () => new Response('<html>')],
  ['a refusal', () => refused('unavailable')],
] as const)('%s gives an empty list and count 0', async (_name, answer) => {
  browser.says('product.list', answer);
  const { search, shown } = await open();
  search('hoodie');
  await vi.advanceTimersByTimeAsync(shop.searchDebounceMs);
  expect(shown()).toEqual({ ids: [], count: 0 });
});
