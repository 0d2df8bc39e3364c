import { expect, test } from 'vitest';
import type { Measured } from './scale/measure.ts';
import { sectionOf } from './scale/section.ts';

/** A catalogue in which every figure is in proportion to nothing. */
function measured(products: number, own: Partial<Measured> = {}): Measured {
  const ms = { snapshotMs: 1, buildMs: 1, productImportMs: 1, cartImportMs: 1 };
  const bytes = {
    siteBytes: 1,
    homeBytes: 1,
    collectionBytes: 1,
    productBytes: 1,
    productZip: 1,
    cartZip: 1,
  };
  const memory = { snapshotMemory: 1, buildMemory: 1, cartMemory: 1, memoryOfStock: 1, memoryPeak: 1 };
  const first = { firstStockMs: 1, firstListMs: 1, bestSellersAfterListMs: 1, firstSearchMs: 1 };
  const warm = { stockMs: 1, filterMs: 1, bestSellersMs: 1, searchMs: 1 };
  const redis = { listBytes: 1, bestSellersBytes: 1, firstBestSellersBytes: 1 };
  return { products, files: 1, ...ms, ...bytes, ...memory, ...first, ...warm, ...redis, ...own };
}

function verdictOf(own: Partial<Measured>, aim: RegExp): string {
  const { text } = sectionOf([measured(100), measured(1_000, own)], 0, 'npm run bench -- scale');
  return text.split('\n').find((line) => aim.test(line)) ?? '';
}

test.each([
  [1_000 * 2 ** 20, 'yes'],
  [1_025 * 2 ** 20, 'no'],
])('a function whose peak is %i bytes fits into what it has: %s', (memoryPeak, holds) => {
  expect(verdictOf({ memoryPeak }, /fits into the 1,024 MB/)).toMatch(
    new RegExp(`at its peak \\| ${holds} \\|$`),
  );
});

test('a first search counts with the import that goes before it', () => {
  const aim = /first search of a fresh function under 2 s/;
  expect(verdictOf({ productImportMs: 900, firstSearchMs: 1_000 }, aim)).toMatch(/\| yes \|$/);
  expect(verdictOf({ productImportMs: 1_100, firstSearchMs: 1_000 }, aim)).toMatch(/\| no \|$/);
});

test('a page that grows with the catalogue is named', () => {
  expect(verdictOf({ homeBytes: 2 }, /stay flat/)).toBe(
    '| pages, carts, stock and Redis bytes of a listing stay flat | Home, brotli: n^0.30 | no |',
  );
});

test('the section names the command as it was given', () => {
  const command = 'npm run bench -- scale --sizes 100,1000 --tree ../before';
  expect(sectionOf([measured(100), measured(1_000)], 0, command).command).toBe(command);
});
