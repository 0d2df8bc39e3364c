import { describe, expect, test } from 'vitest';
import { kindOf, linePictureOf, sizeTextOf, spokenNameOf } from '../../src/components/shop/cart-line.ts';
import { summaryOf } from '../../src/features/cart/summary.ts';
import { totalsOf } from '../../src/domain/order-totals.ts';
import { type CartScreen, unknownCart } from '../../src/stores/cart/cart-screen.ts';
import type { CartRow } from '../../src/stores/cart/cart-rows.ts';
import type { ListedProduct } from '../../src/stores/catalogue/catalogue.ts';

const product: ListedProduct = {
  id: 'warp-hoodie',
  name: 'Warp Hoodie',
  pricePaise: 129_900,
  earlyOrder: false,
  picture: '/products/warp-hoodie-1.webp',
  pictureAlt: 'A hoodie',
  stock: { M: 9 },
};
const row: CartRow = { productId: 'warp-hoodie', size: 'M', quantity: 2, product, problem: null };
const screen: CartScreen = {
  ...unknownCart,
  kind: 'filled',
  rows: [row],
  totals: totalsOf([{ quantity: 2, product }]),
  canCheckOut: true,
  status: 'fresh',
};

describe('a cart line', () => {
  test('is known, not known yet, or gone', () => {
    expect(kindOf(row)).toBe('known');
    expect(kindOf({ ...row, problem: 'Sold out' })).toBe('known');
    expect(kindOf({ ...row, product: null })).toBe('unknown');
    expect(kindOf({ ...row, product: null, problem: 'No longer available' })).toBe('gone');
  });

  test('names its size unless the product has none', () => {
    expect(spokenNameOf(row)).toBe('Warp Hoodie, size M');
    expect(sizeTextOf(row)).toBe('Size M');
    expect(spokenNameOf({ ...row, size: 'default' })).toBe('Warp Hoodie');
    expect(sizeTextOf({ ...row, size: 'default' })).toBe('');
  });

  test('is called by its id until its name is known, and never by the id of a removed product', () => {
    expect(spokenNameOf({ ...row, product: null })).toBe('warp-hoodie, size M');
    expect(spokenNameOf({ ...row, product: null, problem: 'No longer available' })).toBe(
      'Product no longer sold, size M',
    );
  });

  test('requests its picture in a width that cards use too', () => {
    expect(linePictureOf(product)).toContain('&w=360');
  });
});

describe('the summary of a cart', () => {
  test('names every amount once all prices are known', () => {
    const { subtotal, total, stale, blocked, canCheckOut } = summaryOf(screen);
    expect(subtotal).toBe('₹2,598.00 INR');
    expect(total).toMatch(/^₹[\d,.]+ INR$/);
    expect([stale, blocked, canCheckOut]).toEqual(['', '', true]);
  });

  test('leaves amounts open while a price is unknown', () => {
    const unknown = {
      ...screen,
      rows: [row, { ...row, productId: 'cap', product: null }],
      canCheckOut: false,
    };
    expect(summaryOf(unknown)).toMatchObject({
      subtotal: '',
      fee: '',
      total: '',
      discountPaise: null,
      isBusy: true,
    });
  });

  test('says that prices are old, or unknown, if they could not be loaded', () => {
    expect(summaryOf({ ...screen, status: 'failed' }).stale).toMatch(/could not be refreshed/);
    const unknown = { ...screen, rows: [{ ...row, product: null }], status: 'failed' as const };
    expect(summaryOf(unknown)).toMatchObject({
      stale: 'The details of your cart could not be loaded.',
      isBusy: false,
    });
  });

  test('says that a marked line blocks the checkout, and is not busy then', () => {
    const marked = { ...screen, rows: [{ ...row, problem: 'Sold out' }], canCheckOut: false };
    expect(summaryOf(marked)).toMatchObject({ blocked: expect.stringMatching(/marked/), isBusy: false });
  });
});
