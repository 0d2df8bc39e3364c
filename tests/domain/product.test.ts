import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { isReduced, isSoldOut, mrpPaise, offerBadge, ONE_SIZE, sizesOf } from '../../src/domain/product.ts';
import { forAll } from '../support/for-all.ts';

describe('offers', () => {
  const price = fc.integer({ min: 1, max: 1_000_00 });

  test('an old price is struck through only while offers are on and if it was higher', () => {
    forAll(fc.boolean(), fc.option(price), price, (offersEnabled, oldPricePaise, pricePaise) => {
      expect(isReduced({ offersEnabled, oldPricePaise, pricePaise })).toBe(
        offersEnabled && oldPricePaise !== null && oldPricePaise > pricePaise,
      );
      const mrp = mrpPaise({ offersEnabled, oldPricePaise, pricePaise });
      expect(mrp).toBe(offersEnabled ? Math.max(oldPricePaise ?? 0, pricePaise) : pricePaise);
    });
  });

  test('the badge is the offer’s title, or SALE, and only while offers are on', () => {
    expect(offerBadge({ offersEnabled: true, offerTitle: 'Monsoon edit' })).toBe('Monsoon edit');
    expect(offerBadge({ offersEnabled: true, offerTitle: null })).toBe('SALE');
    expect(offerBadge({ offersEnabled: true, offerTitle: '' })).toBe('SALE');
    expect(offerBadge({ offersEnabled: false, offerTitle: 'Monsoon edit' })).toBeNull();
  });
});

describe('stock', () => {
  const tee = { sizes: ['S', 'M', 'L'] };
  const stock = fc.dictionary(
    fc.constantFrom('S', 'M', 'L', 'XL', ONE_SIZE),
    fc.integer({ min: -2, max: 5 }),
  );

  test('sold out means that no size has stock', () => {
    forAll(stock, (left) => {
      const available = tee.sizes.filter((size) => (left[size] ?? 0) > 0);
      expect(isSoldOut(tee, left)).toBe(available.length === 0);
    });
  });

  test('products without sizes have stock under one size', () => {
    expect(sizesOf({ sizes: [] })).toEqual([ONE_SIZE]);
    expect(isSoldOut({ sizes: [] }, { [ONE_SIZE]: 1 })).toBe(false);
    expect(isSoldOut({ sizes: [] }, {})).toBe(true);
  });
});
