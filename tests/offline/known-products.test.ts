import { expect, test, vi } from 'vitest';
import { late, openBrowser, useBrowser } from '../stores/fake-browser.ts';
import { everyProduct, productList, wireProduct } from '../stores/wire.ts';

/** A page that shows no product itself. */
const browser = useBrowser(() => {
  vi.stubGlobal('document', { querySelector: () => null });
  return openBrowser('/about');
});

async function open() {
  const { keepProductsKnown } = await import('../../src/offline/known-products.ts');
  const { $products, $productsStatus } = await import('../../src/stores/catalogue/catalogue.ts');
  const { $wishlist } = await import('../../src/stores/wishlist/wishlist.ts');
  return { keepProductsKnown, $products, $productsStatus, $wishlist };
}

const asked = () => browser.asked.map(({ query }) => query.getAll('id'));

test('a product that is put aside while others are requested is requested after them, once', async () => {
  browser.localStorage['cart'] = '{"warp-hoodie":{"M":1}}';
  const first = late<ReturnType<typeof productList>>();
  browser.says('product.list', () => first.promise);
  const { keepProductsKnown, $products, $wishlist } = await open();
  keepProductsKnown();
  $wishlist.set(['chai-cap', 'gone-tee']);
  browser.says('product.list', () => productList(wireProduct('chai-cap')));
  first.resolve(productList(wireProduct('warp-hoodie')));
  await expect.poll(() => Object.keys($products.get())).toEqual(['chai-cap', 'gone-tee', 'warp-hoodie']);
  expect(asked()).toEqual([['warp-hoodie'], ['chai-cap', 'gone-tee']]);
});

test('more products than the device keeps are requested once', async () => {
  const many = Array.from({ length: 90 }, (_, at) => `tee-${at}`);
  browser.says('product.list', everyProduct());
  const { keepProductsKnown, $productsStatus, $wishlist } = await open();
  $wishlist.set(many);
  keepProductsKnown();
  $wishlist.set([...many, 'chai-cap']);
  await expect.poll(asked).toEqual([many, ['chai-cap']]);
  await expect.poll(() => $productsStatus.get()).toBe('idle');
  expect(asked()).toHaveLength(2);
});

test('without a network nothing is requested again until the cart or the wishlist changes', async () => {
  browser.says('product.list', everyProduct());
  const { keepProductsKnown, $productsStatus, $wishlist } = await open();
  $wishlist.set(['chai-cap']);
  browser.network.isUp = false;
  keepProductsKnown();
  await expect.poll(() => $productsStatus.get()).toBe('idle');
  browser.network.isUp = true;
  $wishlist.set(['chai-cap', 'warp-hoodie']);
  await expect.poll(asked).toEqual([['chai-cap', 'warp-hoodie']]);
});

test('an answer that is dropped, because a later one came first, leaves the status of the later one', async () => {
  browser.localStorage['cart'] = '{"warp-hoodie":{"M":1}}';
  const first = late<ReturnType<typeof productList>>();
  browser.says('product.list', () => first.promise);
  const { keepProductsKnown, $productsStatus } = await open();
  const { loadProducts } = await import('../../src/stores/catalogue/catalogue.ts');
  keepProductsKnown();
  browser.says('product.list', () => productList(wireProduct('chai-cap')));
  await loadProducts(['chai-cap']);
  first.resolve(productList(wireProduct('warp-hoodie')));
  await new Promise((resolve) => setTimeout(resolve, 0));
  expect($productsStatus.get()).toBe('fresh');
});
