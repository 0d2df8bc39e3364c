import { expect, test } from 'vitest';
import type { Measured } from './scale/measure.ts';
import { scaleReport } from './scale/report.ts';

/** A catalogue in which every figure is in proportion to nothing. */
function measured(products: number, own: Partial<Measured> = {}): Measured {
  const ms = { snapshotMs: 1, buildMs: 1, importMs: 1 };
  const bytes = { siteBytes: 1, homeBytes: 1, collectionBytes: 1, productBytes: 1, snapshotBytes: 1 };
  const memory = { snapshotMemory: 1, buildMemory: 1, memoryOfStock: 1, memoryPeak: 1 };
  const first = { firstStockMs: 1, firstListMs: 1, bestSellersAfterListMs: 1, firstSearchMs: 1 };
  const warm = { stockMs: 1, filterMs: 1, bestSellersMs: 1, searchMs: 1 };
  const redis = { listBytes: 1, bestSellersBytes: 1, firstBestSellersBytes: 1 };
  return { products, files: 1, ...ms, ...bytes, ...memory, ...first, ...warm, ...redis, ...own };
}

const MB = 2 ** 20;

test.each<[Partial<Measured>, RegExp, boolean]>([
  [{ memoryPeak: 1_000 * MB }, /fits into its 1,024 MB/, true],
  [{ memoryPeak: 1_025 * MB }, /fits into its 1,024 MB/, false],
  [{ importMs: 900, firstSearchMs: 1_000 }, /first search of a fresh function/, true],
  [{ importMs: 1_100, firstSearchMs: 1_000 }, /first search of a fresh function/, false],
  [{ buildMs: 10 }, /build grows at most proportionally/, true],
  [{ buildMs: 13 }, /build grows at most proportionally/, false],
  [{ homeBytes: 2 }, /stay flat \| Home, brotli: n\^0\.30/, false],
])('%o of ten times as many products: that %s holds is %s', (own, aim, holds) => {
  const { text } = scaleReport([measured(100), measured(1_000, own)]);
  const line = text.split('\n').find((each) => aim.test(each)) ?? '';
  expect(line).toMatch(holds ? /\| holds \|$/ : /\| \*\*does not hold\*\* \|$/);
});
