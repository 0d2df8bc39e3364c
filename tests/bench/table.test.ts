import { expect, test } from 'vitest';
import { Found, pageLines, rowOf, wayLines } from './speed/table.ts';

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

test('every journey and the first touch of every page have an interaction within 100 ms as their aim', () => {
  const pages = pageLines({ every: ['/', '/cart'], back: [], saving: [] });
  const aims = new Map([...wayLines, ...pages].map(({ figure, aim }) => [figure, aim.most]));
  const figures = ['journey', 'again', 'reading', 'touch /', 'touch /cart'].map((name) => `${name}.inpMs`);
  expect(figures.map((figure) => aims.get(figure))).toEqual([100, 100, 100, 100, 100]);
});
