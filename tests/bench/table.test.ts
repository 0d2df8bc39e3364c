import { expect, test } from 'vitest';
import { Found } from './speed/figures.ts';
import { rowOf } from './speed/table.ts';

const line = { name: 'Journey', figure: 'journey.totalMs', unit: 's', isShopOnly: false } as const;

test.each([
  [{ most: 5.6 }, 5_600, 1_000, 'met'],
  [{ most: 5.6 }, 5_601, 1_000, 'missed'],
  [{ least: 100 }, 99_999, 1_000, 'missed'],
  [{ timesFloor: 1.1 }, 1_099, 1_000, 'met'],
  [{ timesFloor: 1.1 }, 1_101, 1_000, 'missed'],
  [{ most: 5.6 }, 5_000, null, 'not measured'],
  [{ most: 5.6 }, null, 1_000, 'not measured'],
] as const)('an aim of %o for %s ms, with a floor of %s ms, is %s', (aim, shopMs, floorMs, verdict) => {
  const found = new Found();
  found.note('shop', 'journey', { totalMs: shopMs });
  found.note('floor', 'journey', { totalMs: floorMs });
  expect(rowOf(found, { ...line, aim }).verdict).toBe(verdict);
  expect(found.failures).toHaveLength([shopMs, floorMs].filter((ms) => ms === null).length);
});
