import { expect, test } from 'vitest';
import { paidForPieces } from '../../src/domain/line-refund.ts';
import { anOrder } from '../support/orders.ts';

const [item] = anOrder().items;
const items = item
  ? [
      { ...item, pricePaise: 10_000, quantity: 3 },
      { ...item, size: 'L', pricePaise: 5_000, quantity: 1 },
    ]
  : [];
const discount = { code: 'TEN', percent: 10, paise: 3_500 } as const;

test('returned pieces are worth what was paid for them, without the fee', () => {
  expect(paidForPieces({ items, discount: null }, [{ line: 0, quantity: 2 }])).toBe(20_000);
  expect(paidForPieces({ items, discount }, [{ line: 0, quantity: 1 }])).toBe(9_000);
  expect(
    paidForPieces({ items, discount }, [
      { line: 0, quantity: 3 },
      { line: 1, quantity: 1 },
    ]),
  ).toBe(31_500);
});

test.each([
  ['more pieces than the line has', [{ line: 1, quantity: 2 }]],
  ['a line that does not exist', [{ line: 2, quantity: 1 }]],
  ['one line twice', [1, 1].map((quantity) => ({ line: 0, quantity }))],
  ['nothing', []],
])('%s gives no refund', (_, pieces) => {
  expect(paidForPieces({ items, discount: null }, pieces)).toBeNull();
});
