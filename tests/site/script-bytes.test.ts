import { brotliCompressSync, constants } from 'node:zlib';
import { expect, test } from 'vitest';
import { answerMessages, networkMessages } from '../../src/contract/messages/page.ts';
import { type Page, pages, read, tags } from './pages.ts';

/** The scripts that each page names in its HTML, in bytes as the local server sends them (tests/browser/before-scripts checks the transfer). */

/** Before the first interaction. */
const MOST_BYTES = 6_000;
/** Of a page that is an island, until its load event, with Astro's own script for islands. React comes later. */
const MOST_BYTES_OF_AN_ISLAND = 14_000;
/** Of an island whose lines, sums or orders a script shows before React; /orders includes the code for its request. */
const MOST_BYTES_OF_A_DRAWN_ISLAND = 20_500;

/** As local/site/static-site. */
const SENT = { params: { [constants.BROTLI_PARAM_QUALITY]: 9 } };

const isDrawn = ({ path }: Page) => ['/cart', '/place-order', '/orders'].includes(path);
const isIsland = ({ html }: Page) => html.includes('<astro-island');
const kinds: [name: string, most: number, is: (page: Page) => boolean][] = [
  ['products', MOST_BYTES, ({ path }) => path.startsWith('/product/')],
  ['listings', MOST_BYTES, ({ path }) => /^\/collection(?:\/|$)/.test(path)],
  ['cart, checkout and orders', MOST_BYTES_OF_A_DRAWN_ISLAND, isDrawn],
  ['other pages that are an island', MOST_BYTES_OF_AN_ISLAND, (page) => isIsland(page) && !isDrawn(page)],
];
const others = pages.filter((page) => !kinds.some(([, , is]) => is(page)));

const cache = new Map<string, { bytes: number; isReact: boolean }>();

function moduleAt(address: string) {
  const known = cache.get(address);
  if (known) return known;
  const code = read(address);
  const found = {
    bytes: brotliCompressSync(code, SENT).byteLength,
    isReact: /react\.(?:transitional\.)?element/.test(code),
  };
  cache.set(address, found);
  return found;
}

function modulesOf({ html }: Page): string[] {
  const scripts = tags(html, 'script').flatMap(({ src }) => src ?? []);
  const ahead = tags(html, 'link').flatMap(({ rel, href }) => (rel === 'modulepreload' && href) || []);
  return [...new Set([...scripts, ...ahead])];
}

/** Inline scripts of the page, without data. */
function inlineBytes({ html }: Page): number {
  const texts = [
    ...html.matchAll(/<script(?![^>]*(?:\ssrc=|type="[^"]*json"))[^>]*>([^<]*(?:<(?!\/script)[^<]*)*)/g),
  ];
  return brotliCompressSync(texts.map(([, text = '']) => text).join('\n')).byteLength;
}

const bytesOf = (page: Page) =>
  modulesOf(page).reduce((sum, address) => sum + moduleAt(address).bytes, inlineBytes(page));

function tooLarge(some: readonly Page[], most: number): Record<string, number> {
  const sizes = some.map((page) => [page.path, bytesOf(page)] as const);
  return Object.fromEntries(sizes.filter(([, bytes]) => bytes > most));
}

test.each(kinds)('%s load at most %i B of script', (_name, most, is) => {
  const some = pages.filter(is);
  expect(some.length).toBeGreaterThan(0);
  expect(tooLarge(some, most)).toEqual({});
});

test('every other page loads at most 6 kB of script', () => {
  const paths = others.map(({ path }) => path);
  expect(paths).toEqual(
    expect.arrayContaining(['/', '/about', '/contact', '/coming-soon', '/wishlist', '/offline']),
  );
  expect(tooLarge(others, MOST_BYTES)).toEqual({});
});

test('no page names React among its first modules', () => {
  const early = pages.filter((page) => modulesOf(page).some((address) => moduleAt(address).isReact));
  expect(early.map(({ path }) => path)).toEqual([]);
});

test('pages load the messages that they show, and no others of the same file', () => {
  const wishlist = pages.find(({ path }) => path === '/wishlist');
  const scripts = wishlist ? modulesOf(wishlist).map(read).join('') : '';
  expect(scripts).toContain(networkMessages.failed);
  expect(scripts).not.toContain(answerMessages.garbled);
});
