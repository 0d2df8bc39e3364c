import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import {
  addItem,
  type Cart,
  countPieces,
  emptyCart,
  entriesOf,
  quantityOf,
  setQuantity,
} from '../../src/domain/cart.ts';
import { mergeCarts } from '../../src/domain/merge.ts';
import { checkoutFee, lineItems, totalsOf } from '../../src/domain/order-totals.ts';
import { shop } from '../../src/domain/config.ts';
import { forAll } from '../support/for-all.ts';

const LIMIT = shop.maxQuantityPerLine;

// Names from Object.prototype are included on purpose: a product may have any name.
const productId = fc.oneof(
  fc.constantFrom('warp-hoodie', 'chai-cap', 'constructor', 'toString', '__proto__'),
  fc.stringMatching(/^[a-z0-9]+(-[a-z0-9]+)*$/),
);
const size = fc.constantFrom('XS', 'M', 'XXL', 'default', 'constructor', 'toString');
const quantity = fc.integer({ min: 1, max: LIMIT });
const line = fc.record({ productId, size, quantity });
const cart = fc
  .array(line, { maxLength: 12 })
  .map((lines) =>
    lines.reduce<Cart>((kept, one) => setQuantity(kept, one.productId, one.size, one.quantity), emptyCart),
  );

const byName = (one: Cart) =>
  entriesOf(one)
    .map((entry) => `${entry.productId}/${entry.size}/${entry.quantity}`)
    .sort();

describe('lines', () => {
  test('a set line exists, and nothing else changes', () => {
    forAll(cart, line, (before, { productId: id, size: of, quantity: wanted }) => {
      const after = setQuantity(before, id, of, wanted);
      expect(quantityOf(after, id, of)).toBe(wanted);
      const others = (one: Cart) => byName(one).filter((name) => !name.startsWith(`${id}/${of}/`));
      expect(others(after)).toEqual(others(before));
    });
  });

  test('0 or less removes a line completely', () => {
    forAll(cart, line, fc.integer({ min: -5, max: 0 }), (before, { productId: id, size: of }, none) => {
      const after = setQuantity(before, id, of, none);
      expect(quantityOf(after, id, of)).toBe(0);
      expect(Object.values(after).every((sizes) => Object.keys(sizes).length > 0)).toBe(true);
      expect(entriesOf(after).some((entry) => entry.productId === id && entry.size === of)).toBe(false);
    });
  });

  test('adding raises the quantity by the added number, up to the limit', () => {
    forAll(cart, line, (before, { productId: id, size: of, quantity: more }) => {
      const after = addItem(before, id, of, more);
      expect(quantityOf(after, id, of)).toBe(Math.min(quantityOf(before, id, of) + more, LIMIT));
    });
  });

  test('a changed line keeps its position', () => {
    const before: Cart = { tee: { S: 1, M: 1, L: 1 }, cap: { default: 1 } };
    expect(entriesOf(setQuantity(before, 'tee', 'M', 5)).map((entry) => entry.size)).toEqual([
      'S',
      'M',
      'L',
      'default',
    ]);
  });

  test('no function changes the given cart', () => {
    forAll(cart, cart, line, (one, other, { productId: id, size: of, quantity: wanted }) => {
      const before = [structuredClone(one), structuredClone(other)];
      addItem(one, id, of, wanted);
      setQuantity(one, id, of, 0);
      mergeCarts(one, other);
      expect([one, other]).toEqual(before);
    });
  });

  test('quantities are whole numbers from 1 to the limit after any change', () => {
    const step = fc.tuple(
      fc.constantFrom('add', 'set'),
      line.map((one) => ({ ...one, quantity: one.quantity - 3 })),
    );
    forAll(cart, fc.array(step), (start, steps) => {
      const end = steps.reduce(
        (now, [verb, { productId: id, size: of, quantity: by }]) =>
          verb === 'add' ? addItem(now, id, of, Math.max(1, by)) : setQuantity(now, id, of, by),
        start,
      );
      for (const entry of entriesOf(end)) {
        expect(Number.isInteger(entry.quantity)).toBe(true);
        expect(entry.quantity).toBeGreaterThanOrEqual(1);
        expect(entry.quantity).toBeLessThanOrEqual(LIMIT);
      }
    });
  });
});

describe('merging', () => {
  test('every line of both carts is included with the larger quantity', () => {
    forAll(cart, cart, (one, other) => {
      const merged = mergeCarts(one, other);
      for (const { productId: id, size: of } of [...entriesOf(one), ...entriesOf(other)]) {
        expect(quantityOf(merged, id, of)).toBe(Math.max(quantityOf(one, id, of), quantityOf(other, id, of)));
      }
      expect(entriesOf(merged).length).toBeLessThanOrEqual(entriesOf(one).length + entriesOf(other).length);
    });
  });

  test('the sequence and number of merges do not matter', () => {
    forAll(cart, cart, cart, (one, other, third) => {
      expect(byName(mergeCarts(one, other))).toEqual(byName(mergeCarts(other, one)));
      expect(byName(mergeCarts(mergeCarts(one, other), other))).toEqual(byName(mergeCarts(one, other)));
      expect(byName(mergeCarts(mergeCarts(one, other), third))).toEqual(
        byName(mergeCarts(one, mergeCarts(other, third))),
      );
    });
  });
});

describe('totals', () => {
  const priced = fc.array(
    fc.record({ quantity, product: fc.record({ pricePaise: fc.integer({ min: 1, max: 50_000_00 }) }) }),
  );

  test('the total is price times quantity plus the fee, once', () => {
    forAll(priced, (lines) => {
      const { subtotalPaise, feePaise, totalPaise } = totalsOf(lines);
      expect(totalPaise).toBe(subtotalPaise + feePaise);
      expect(feePaise).toBe(lines.length > 0 ? shop.checkoutFeePaise : 0);
      expect(subtotalPaise).toBe(lines.reduce((sum, one) => sum + one.product.pricePaise * one.quantity, 0));
    });
  });

  test('an empty cart costs nothing', () => {
    expect(totalsOf([])).toEqual({ subtotalPaise: 0, discountPaise: 0, feePaise: 0, totalPaise: 0 });
    expect(checkoutFee(0)).toBe(0);
  });

  test('pieces are counted over all lines', () => {
    forAll(cart, (one) => {
      expect(countPieces(one)).toBe(entriesOf(one).reduce((sum, entry) => sum + entry.quantity, 0));
    });
  });

  test('rows whose product left the catalogue are left out', () => {
    const products: Record<string, string> = { tee: 'Tee' };
    expect(lineItems({ tee: { M: 2 }, gone: { S: 1 } }, (id) => products[id])).toEqual([
      { productId: 'tee', size: 'M', quantity: 2, product: 'Tee' },
    ]);
  });
});
