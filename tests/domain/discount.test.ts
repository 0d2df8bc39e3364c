import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { allocatePaise } from '../../src/domain/allocate-paise.ts';
import { CODE_LENGTH, codeFrom, codeLetters, codeOf, discountOf } from '../../src/domain/discount.ts';
import { totalsOf } from '../../src/domain/order-totals.ts';
import { isOrderConfirmed, type Order } from '../../src/domain/order.ts';
import { reservesCode } from '../../src/domain/refund.ts';
import { shop } from '../../src/domain/config.ts';
import { anOrder } from '../support/orders.ts';
import { forAll } from '../support/for-all.ts';

const subtotal = fc.integer({ min: 0, max: 1_000_000_00 });
const percent = fc.integer({ min: 0, max: 100 });
const sum = (parts: readonly number[]) => parts.reduce((all, part) => all + part, 0);

describe('a percentage discount', () => {
  test('is in whole paise, never more than the subtotal, and never less than promised', () => {
    forAll(subtotal, percent, (paise, of) => {
      const off = discountOf(paise, of);
      expect(Number.isSafeInteger(off)).toBe(true);
      expect(off).toBeLessThanOrEqual(paise);
      expect(off * 100).toBeGreaterThanOrEqual(paise * of);
      expect((off - 1) * 100).toBeLessThan(paise * of);
    });
  });

  test('grows with the subtotal and with the percentage', () => {
    forAll(subtotal, fc.nat(1_000_00), percent, fc.nat(100), (paise, more, of, higher) => {
      expect(discountOf(paise + more, of)).toBeGreaterThanOrEqual(discountOf(paise, of));
      expect(discountOf(paise, Math.min(100, of + higher))).toBeGreaterThanOrEqual(discountOf(paise, of));
      // One more piece never makes the total smaller.
      expect(paise + more - discountOf(paise + more, of)).toBeGreaterThanOrEqual(
        paise - discountOf(paise, of),
      );
    });
  });

  test('20% of ₹1,299.00 is ₹259.80, and a fraction of a paisa is rounded for the shopper', () => {
    expect(discountOf(1299_00, 20)).toBe(259_80);
    expect(discountOf(1, 20)).toBe(1);
    expect(discountOf(0, 20)).toBe(0);
  });
});

test('a total is subtotal less discount plus the fee of the subtotal, and 0 for an empty cart', () => {
  const line = fc.record({
    quantity: fc.integer({ min: 1, max: shop.maxQuantityPerLine }),
    product: fc.record({ pricePaise: fc.integer({ min: 1, max: 20_000_00 }) }),
  });
  forAll(fc.array(line, { maxLength: 8 }), percent, (lines, of) => {
    const without = totalsOf(lines);
    const totals = totalsOf(lines, of);
    expect(totals).toMatchObject({ subtotalPaise: without.subtotalPaise, feePaise: without.feePaise });
    expect(totals.totalPaise).toBe(totals.subtotalPaise - totals.discountPaise + totals.feePaise);
    expect(totals.totalPaise).toBeLessThanOrEqual(without.totalPaise);
    expect(without.discountPaise).toBe(0);
  });
  expect(totalsOf([], 20).totalPaise).toBe(0);
});

describe('a split amount', () => {
  const weights = fc.array(fc.nat(50_000_00), { minLength: 1, maxLength: 12 }).filter((all) => sum(all) > 0);

  test('adds up to the paisa, and each part is within a paisa of its share', () => {
    forAll(fc.nat(9_000_000_000_00), weights, (total, parts) => {
      const split = allocatePaise(total, parts);
      expect(split).toHaveLength(parts.length);
      expect(sum(split)).toBe(total);
      const whole = BigInt(sum(parts));
      split.forEach((share, at) => {
        const off = BigInt(share) * whole - BigInt(total) * BigInt(parts[at] ?? 0);
        expect(off < whole && off > -whole).toBe(true);
      });
    });
  });

  test('takes no more from a line than it costs, and nothing from a free one', () => {
    forAll(weights, percent, (parts, of) => {
      const split = allocatePaise(discountOf(sum(parts), of), parts);
      split.forEach((share, at) => {
        expect(share).toBeGreaterThanOrEqual(0);
        expect(share).toBeLessThanOrEqual(parts[at] ?? 0);
      });
    });
  });

  test('gives the remaining paise to the largest remainders, the first of equal ones first', () => {
    expect(allocatePaise(100, [1, 1, 1])).toEqual([34, 33, 33]);
    expect(allocatePaise(10, [1, 5, 1])).toEqual([2, 7, 1]);
    expect(allocatePaise(0, [0, 0])).toEqual([0, 0]);
    expect(allocatePaise(0, [])).toEqual([]);
  });

  test.each([
    [1, []],
    [1, [0, 0]],
    [-1, [1]],
  ])('%s over %j is refused', (total, parts) => {
    expect(() => allocatePaise(total, parts)).toThrow(RangeError);
  });
});

describe('a code', () => {
  const letters = fc.string({
    unit: fc.constantFrom(...codeLetters),
    minLength: CODE_LENGTH,
    maxLength: CODE_LENGTH,
  });

  test('is read in any spelling', () => {
    const look = (text: string) => text.replaceAll('0', 'O').replaceAll('1', 'l');
    forAll(letters, (made) => {
      const code = codeOf(made);
      expect(code).toMatch(/^TAANA-[0-9A-Z]{4}-[0-9A-Z]{4}$/);
      for (const typed of [
        code,
        ` ${code.toLowerCase()} `,
        code.replaceAll('-', ''),
        code.replaceAll('-', ' – '),
        made,
        made.toLowerCase(),
        `TAANA${look(made)}`,
        look(made),
      ]) {
        expect(codeFrom(typed)).toBe(code);
      }
    });
  });

  test('no other text is a code', () => {
    const near = ['TAANA-7K2M-Q9XU', 'TAANA-7K2M-Q9X', 'WEAVE-7K2M-Q9XD'];
    for (const typed of ['', 'TAANA', 'SAVE20', ...near, '८८८८८८८८']) expect(codeFrom(typed)).toBeNull();
    forAll(fc.string(), (typed) => {
      const code = codeFrom(typed);
      if (code !== null) expect(codeFrom(code)).toBe(code);
    });
  });
});

test('a code is held by an order that is placed or unpaid, and freed by one that failed', () => {
  const discount = { code: 'TAANA-0000-0000', percent: 20, paise: 1_800 };
  const held = (own: Partial<Order>) => reservesCode(anOrder({ discount, ...own }));
  const payment = { provider: 'stripe', id: 'pi_1', amountPaise: 8_200, at: 1 } as const;
  const refund = { key: 'pi_1-1', provider: 'stripe', paymentId: 'pi_1', reason: 'returned' } as const;
  const back = (amountPaise: number) => [
    { ...refund, amountPaise, wantedAt: 2, doneAt: null, providerId: null },
  ];
  const statuses = ['Payment Pending', 'Order Placed', 'Processing', 'Shipped', 'Delivered'] as const;
  expect(statuses.map((status) => held({ status }))).toEqual(statuses.map(() => true));
  expect([held({ status: 'Payment Failed' }), held({ status: 'Cancelled' })]).toEqual([false, false]);
  expect(held({ status: 'Delivered', payment, refunds: back(8_199) })).toBe(true);
  expect(held({ status: 'Delivered', payment, refunds: back(8_200) })).toBe(false);
  expect(reservesCode(anOrder())).toBe(false);
  expect(isOrderConfirmed(anOrder({ status: 'Delivered' }))).toBe(true);
});
