import { brotliCompressSync, brotliDecompressSync, constants } from 'node:zlib';
import { expect, test } from 'vitest';
import { pages } from './pages.ts';

/** The first flight of a new connection: ten packets, without the headers of the response. */
const FIRST_FLIGHT_BYTES = 14_000;

/** Compressed like local/site/static-site, which is close to Netlify's CDN. */
function sentBytes(html: string): number {
  const plain = Buffer.from(html);
  const params = {
    [constants.BROTLI_PARAM_QUALITY]: 9,
    [constants.BROTLI_PARAM_SIZE_HINT]: plain.byteLength,
  };
  return brotliCompressSync(plain, { params }).byteLength;
}

test('every page fits in one flight, with the styles that it opens with', () => {
  const heavy = pages
    .map(({ path, html }) => ({ path, bytes: sentBytes(html) }))
    .filter(({ bytes }) => bytes > FIRST_FLIGHT_BYTES);
  expect(heavy).toEqual([]);
});

/** Two packets of 1,400 B, without the headers of the response (570 B). */
const FIRST_PICTURE_BYTES = 2_220;

test('the first two packets of a listing or product show its bar', () => {
  const late = pages
    .filter(({ path }) => /^\/(?:collection|product)/.test(path))
    .map(({ path, html }) => ({ path, shown: shownIn(html, FIRST_PICTURE_BYTES) }))
    .filter(({ shown }) => !/<header.*<\/svg>/s.test(shown));
  expect(late).toEqual([]);
});

/** The HTML that a browser can read after this many bytes. */
function shownIn(html: string, bytes: number): string {
  const params = {
    [constants.BROTLI_PARAM_QUALITY]: 9,
    [constants.BROTLI_PARAM_SIZE_HINT]: Buffer.byteLength(html),
  };
  const start = brotliCompressSync(html, { params }).subarray(0, bytes);
  return brotliDecompressSync(start, { finishFlush: constants.BROTLI_OPERATION_FLUSH }).toString();
}

test('the styles of a page’s head are in one element', () => {
  for (const { path, html } of pages) {
    const head = html.slice(0, html.indexOf('</head>'));
    expect(head.match(/<style/g), path).toHaveLength(1);
  }
});
