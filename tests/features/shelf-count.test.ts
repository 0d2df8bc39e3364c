import { describe, expect, test } from 'vitest';
import type { WireStock } from '../../src/contract/desk-stock.ts';
import {
  countFrom,
  differencesOf,
  piecesFrom,
  rebased,
  scannedSize,
  type ShelfCount,
  shelfOf,
  withCounted,
} from '../../src/features/desk/stock/shelf-count.ts';

const tee: WireStock = {
  productId: 'tee',
  size: 'M',
  pieces: 5,
  reserved: 1,
  unshipped: 4,
  sold: 9,
  waiting: 0,
};

describe('a shelf count', () => {
  test('is compared with everything on the shelf: for sale, reserved and not shipped', () => {
    expect(shelfOf(tee)).toBe(10);
    expect(withCounted({}, tee, 'Tee', 12)).toEqual({
      'tee:M': { productId: 'tee', size: 'M', name: 'Tee', seen: 10, promised: 5, pieces: 12 },
    });
  });

  test('keeps the first seen number, however the list changes during a correction', () => {
    const first = withCounted({}, tee, 'Tee', 1);
    const corrected = withCounted(first, { ...tee, unshipped: 0 }, 'Tee', 12);
    expect(corrected['tee:M']).toMatchObject({ seen: 10, pieces: 12 });
  });

  test('forgets a size whose field is emptied', () => {
    expect(withCounted(withCounted({}, tee, 'Tee', 1), tee, 'Tee', null)).toEqual({});
  });

  test('changes only the sizes that differ', () => {
    expect(differencesOf(withCounted({}, tee, 'Tee', 10))).toEqual([]);
    expect(differencesOf(withCounted({}, tee, 'Tee', 9))).toHaveLength(1);
  });

  test('uses the present numbers after a refusal, and names what changed', () => {
    const count: ShelfCount = {
      ...withCounted({}, tee, 'Tee', 9),
      'cap:default': { productId: 'cap', size: 'default', name: 'Cap', seen: 3, promised: 0, pieces: 4 },
    };
    const now = [
      { ...tee, unshipped: 3 },
      { ...tee, productId: 'cap', size: 'default', pieces: 3, reserved: 0, unshipped: 0 },
    ];
    const again = rebased(count, now);
    expect(again.moved).toEqual(['tee:M']);
    expect(again.count['tee:M']).toMatchObject({ seen: 9, promised: 4, pieces: 9 });
    expect(again.count['cap:default']).toMatchObject({ seen: 3, pieces: 4 });
  });

  test('is read again from the tab, and other stored data is not', () => {
    const count = withCounted({}, tee, 'Tee', 9);
    expect(countFrom(JSON.parse(JSON.stringify(count)))).toEqual(count);
    expect(countFrom({ ...count, other: { productId: 'x' } })).toEqual(count);
    expect([countFrom('text'), countFrom(null), countFrom(undefined)]).toEqual([{}, {}, {}]);
  });
});

describe('a label', () => {
  test.each([
    ['warp-line-hoodie:M', 'warp-line-hoodie', 'M'],
    ['Warp-Line-Hoodie M', 'warp-line-hoodie', 'M'],
    ['warp-line-hoodie/M', 'warp-line-hoodie', 'M'],
    ['loom-cap', 'loom-cap', null],
    ['https://shop.example/product/warp-line-hoodie?size=M', 'warp-line-hoodie', 'M'],
    ['https://shop.example/product/loom-cap', 'loom-cap', null],
  ])('%s names its size', (typed, productId, size) => {
    expect(scannedSize(typed)).toEqual({ productId, size });
  });
});

test('a number of pieces is whole and not below zero', () => {
  expect(['0', ' 12', '99999'].map(piecesFrom)).toEqual([0, 12, 99_999]);
  expect(['', '-1', '1.5', 'x', '100000'].map(piecesFrom)).toEqual([null, null, null, null, null]);
});
