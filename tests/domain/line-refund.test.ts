import { expect, test } from 'vitest';
import { paidForPieces, refundedPieces } from '../../src/domain/line-refund.ts';
import { anOrder, aRefund } from '../support/orders.ts';

const [item] = anOrder().items;
const items = item
  ? [
      { ...item, pricePaise: 10_000, quantity: 3 },
      { ...item, size: 'L', pricePaise: 5_000, quantity: 1 },
    ]
  : [];
const none = [0, 0];
const discount = { code: 'TEN', percent: 10, paise: 3_500 } as const;

test('returned pieces are worth what was paid for them, without the fee', () => {
  expect(paidForPieces({ items, discount: null }, [{ line: 0, quantity: 2 }], none)).toBe(20_000);
  expect(paidForPieces({ items, discount }, [{ line: 0, quantity: 1 }], none)).toBe(9_000);
  const all = items.map(({ quantity }, line) => ({ line, quantity }));
  expect(paidForPieces({ items, discount }, all, none)).toBe(31_500);
});

test.each([
  ['more pieces than the line has', [{ line: 1, quantity: 2 }]],
  ['a line that does not exist', [{ line: 2, quantity: 1 }]],
  ['one line twice', [1, 1].map((quantity) => ({ line: 0, quantity }))],
  ['nothing', []],
])('%s gives no refund', (_, pieces) => {
  expect(paidForPieces({ items, discount: null }, pieces, none)).toBeNull();
});

test('a piece that was refunded is worth no refund again', () => {
  expect(paidForPieces({ items, discount }, [{ line: 0, quantity: 2 }], [2, 0])).toBeNull();
  expect(paidForPieces({ items, discount }, [{ line: 1, quantity: 1 }], [0, 1])).toBeNull();
});

test('all pieces of a line cost what was paid for it, also one by one', () => {
  const third = { items: items.slice(0, 1), discount: { ...discount, paise: 1_000 } };
  const one = [{ line: 0, quantity: 1 }];
  expect([0, 1, 2].map((before) => paidForPieces(third, one, [before]))).toEqual([9_666, 9_667, 9_667]);
});

test('a replaced refund counts no pieces', () => {
  const older = aRefund();
  const refund = { ...older, pieces: [{ line: 1, quantity: 1 }] };
  expect(refundedPieces({ items, refunds: [{ ...refund, isReplaced: true }] })).toEqual([0, 0]);
  expect(refundedPieces({ items, refunds: [{ ...refund, isReplaced: true }, refund] })).toEqual([0, 1]);
  expect(refundedPieces({ items, refunds: [older] })).toEqual([0, 0]);
});
