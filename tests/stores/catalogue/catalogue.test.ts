import { expect, test } from 'vitest';
import { cartMessages, cartPageMessages } from '../../../src/contract/messages/cart-and-wishlist.ts';
import { late, openBrowser, useBrowser } from '../fake-browser.ts';
import { everyProduct, productList, wireProduct } from '../wire.ts';
import { openStores } from '../open-stores.ts';

const browser = useBrowser(() => openBrowser('/cart'));

const open = () => openStores('cart', 'catalogue');

test('the products of a cart are requested by id and stored in paise', async () => {
  browser.says('product.list', () => productList(wireProduct('warp-hoodie', { price: 1299.5 })));
  const { loadProducts, $products, $productsStatus } = await open();
  await loadProducts(['warp-hoodie', 'gone-tee']);
  expect(browser.asked[0]?.query.getAll('id')).toEqual(['warp-hoodie', 'gone-tee']);
  expect($products.get()).toMatchObject({ 'warp-hoodie': { pricePaise: 1299_50 }, 'gone-tee': null });
  expect($productsStatus.get()).toBe('fresh');
});

test('an empty cart sends no request', async () => {
  const { loadProducts, $productsStatus } = await open();
  await loadProducts([]);
  expect(browser.asked).toEqual([]);
  expect($productsStatus.get()).toBe('fresh');
});

test('without a network the last known products stay and are marked as old', async () => {
  browser.says('product.list', () => productList(wireProduct('warp-hoodie')));
  const { loadProducts, $products, $productsStatus } = await open();
  await loadProducts(['warp-hoodie']);
  browser.network.isUp = false;
  await loadProducts(['warp-hoodie']);
  expect($products.get()).toHaveProperty('warp-hoodie');
  expect($productsStatus.get()).toBe('failed');
  expect(JSON.parse(browser.localStorage['taana-products'] ?? '')).toHaveProperty('warp-hoodie');
});

test('storage does not grow without limit', async () => {
  browser.says('product.list', everyProduct());
  const { loadProducts, $products } = await open();
  await loadProducts(Array.from({ length: 80 }, (_, at) => `tee-${at}`));
  await loadProducts(['warp-hoodie']);
  expect(Object.keys($products.get())).toHaveLength(61);
});

test('a late answer to an older request is dropped', async () => {
  const first = late<ReturnType<typeof productList>>();
  const { loadProducts, $products } = await open();
  browser.says('product.list', () => first.promise);
  const older = loadProducts(['warp-hoodie']);
  browser.says('product.list', () => productList(wireProduct('warp-hoodie', { price: 999 })));
  await loadProducts(['warp-hoodie']);
  first.resolve(productList(wireProduct('warp-hoodie', { price: 1299 })));
  await older;
  expect($products.get()).toMatchObject({ 'warp-hoodie': { pricePaise: 999_00 } });
});

test.each(['{', 'null', '[]', '{"a":{"name":"no price"}}', '{"a":7}'])(
  '%s in storage is ignored',
  async (text) => {
    browser.localStorage['taana-products'] = text;
    const { $products } = await open();
    expect($products.get()).toEqual({});
  },
);

test('rows show why a line cannot be ordered, which blocks the checkout', async () => {
  browser.localStorage['cart'] = '{"warp-hoodie":{"M":2,"L":1,"S":1},"gone-tee":{"S":1}}';
  browser.says('product.list', () =>
    productList(wireProduct('warp-hoodie', { stock: { M: 1, L: 0, S: 4 } })),
  );
  const { refreshRows, $rows, $canCheckOut } = await open();
  await refreshRows();
  expect($rows.get().map(({ size, problem }) => [size, problem])).toEqual([
    ['M', cartPageMessages.onlyLeft(1)],
    ['L', cartMessages.soldOut('L')],
    ['S', null],
    ['S', cartPageMessages.gone],
  ]);
  expect($canCheckOut.get()).toBe(false);
});

test('a sold-out line costs nothing; a line above the stock costs its full quantity', async () => {
  browser.localStorage['cart'] = '{"warp-hoodie":{"M":2,"L":1}}';
  browser.says('product.list', () => productList(wireProduct('warp-hoodie', { stock: { M: 1, L: 0 } })));
  const { refreshRows, $rows, $totals } = await open();
  await refreshRows();
  const price = $rows.get()[0]?.product?.pricePaise ?? 0;
  expect($totals.get().subtotalPaise).toBe(2 * price);
});

test('totals are the sum of the lines plus the fee, once', async () => {
  browser.localStorage['cart'] = '{"warp-hoodie":{"M":2},"chai-cap":{"default":1}}';
  browser.says('product.list', () =>
    productList(
      wireProduct('warp-hoodie', { price: 1299 }),
      wireProduct('chai-cap', { price: 499.5, stock: { default: 9 } }),
    ),
  );
  const { refreshRows, $totals, $canCheckOut } = await open();
  await refreshRows();
  expect($totals.get()).toEqual({
    subtotalPaise: 3097_50,
    discountPaise: 0,
    feePaise: 10_00,
    totalPaise: 3107_50,
  });
  expect($canCheckOut.get()).toBe(true);
});

test('old data marks nothing as sold out', async () => {
  browser.localStorage['cart'] = '{"warp-hoodie":{"M":1}}';
  browser.says('product.list', () => productList(wireProduct('warp-hoodie', { stock: { M: 0 } })));
  const { refreshRows, $rows } = await open();
  await refreshRows();
  browser.network.isUp = false;
  await refreshRows();
  expect($rows.get()[0]).toMatchObject({ problem: null, product: { name: 'Warp-hoodie' } });
});

test('while rows are observed, only a change of products sends a new request', async () => {
  browser.says('product.list', everyProduct());
  const { watchRows, addToCart, setQuantity } = await open();
  const stop = watchRows();
  addToCart('warp-hoodie', 'M');
  setQuantity('warp-hoodie', 'M', 3);
  addToCart('warp-hoodie', 'L');
  addToCart('chai-cap', 'default');
  stop();
  addToCart('old-tee', 'S');
  expect(browser.asked.map(({ query }) => query.getAll('id'))).toEqual([
    ['warp-hoodie'],
    ['warp-hoodie', 'chai-cap'],
  ]);
});
