import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import {
  formatListPrice,
  formatPrice,
  formatRupees,
  paiseFromRupees,
  rupeesFromPaise,
} from '../../src/domain/money.ts';
import { forAll } from '../support/for-all.ts';

const paise = fc.integer({ min: 0, max: 1_000_000_000_00 });

describe('paise and rupees', () => {
  test('every amount of paise survives a round trip over the wire', () => {
    forAll(paise, (amount) => {
      expect(paiseFromRupees(rupeesFromPaise(amount))).toBe(amount);
    });
  });

  test('binary fractions do not lose a paisa', () => {
    expect([1.1, 0.29, 1.15, 4.35, 1299.99].map(paiseFromRupees)).toEqual([110, 29, 115, 435, 1299_99]);
  });

  test.each([-1, -0.01, 1.005, 0.001, Number.NaN, Number.POSITIVE_INFINITY, 1e21, 1e-7])(
    '%s is no price',
    (rupees) => {
      expect(paiseFromRupees(rupees)).toBeNull();
    },
  );

  test('every price is a whole number of paise, whatever the input', () => {
    forAll(fc.double(), (rupees) => {
      const amount = paiseFromRupees(rupees);
      if (amount !== null) {
        expect(Number.isSafeInteger(amount)).toBe(true);
        expect(amount).toBeGreaterThanOrEqual(0);
        expect(rupeesFromPaise(amount)).toBeCloseTo(rupees, 2);
      }
    });
  });
});

describe('prices as shown', () => {
  test('Indian grouping, always two decimals', () => {
    expect(formatPrice(1299_00)).toBe('₹1,299.00');
    expect(formatPrice(12_34_567_89)).toBe('₹12,34,567.89');
    expect(formatPrice(0)).toBe('₹0.00');
    expect(formatPrice(5)).toBe('₹0.05');
  });

  test('an amount below zero begins with a minus', () => {
    expect(formatPrice(-1299_05)).toBe('−₹1,299.05');
  });

  test('lists append INR', () => {
    expect(formatListPrice(12_500_00)).toBe('₹12,500.00 INR');
  });

  test('every price looks as Intl.NumberFormat writes it', () => {
    const intl = new Intl.NumberFormat('en-IN', { minimumFractionDigits: 2, maximumFractionDigits: 2 });
    forAll(paise, (amount) => {
      expect(formatPrice(amount)).toBe(`₹${intl.format(amount / 100)}`);
    });
  });

  test('whole rupees have no decimals', () => {
    expect([0, 999, 1299, 1_00_000].map(formatRupees)).toEqual(['₹0', '₹999', '₹1,299', '₹1,00,000']);
  });
});
