import { expect, onTestFinished, test, vi } from 'vitest';
import { cartMessages } from '../../../src/contract/messages/cart-and-wishlist.ts';
import { late, ok, refused } from '../fake-browser.ts';
import { useCart } from './signed-in-cart.ts';
import { eventually } from '../../support/eventually.ts';

const { browser, open, openSignedIn, sent } = useCart();

/** A clock that the test controls. @returns advances it by this many milliseconds */
function clock(): (ms: number) => void {
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] });
  onTestFinished(() => void vi.useRealTimers());
  return (ms) => void vi.advanceTimersByTime(ms);
}

test('without a size nothing is added, with a message', async () => {
  const { addToCart, $cart, $toasts } = await open();
  addToCart('warp-hoodie', null);
  addToCart('warp-hoodie', '');
  expect($cart.get()).toEqual({});
  expect($toasts.get()).toMatchObject([{ kind: 'error', text: 'Select Product Size' }]);
});

test('a double tap adds one piece, two taps a second apart add two', async () => {
  const passTime = clock();
  const { addToCart, $cart, $toasts } = await open();
  addToCart('warp-hoodie', 'M', 2);
  passTime(300);
  addToCart('warp-hoodie', 'M', 2);
  expect($cart.get()).toEqual({ 'warp-hoodie': { M: 2 } });
  expect($toasts.get()).toMatchObject([{ text: 'Added to cart' }]);
  passTime(1000);
  addToCart('warp-hoodie', 'M');
  expect($cart.get()).toEqual({ 'warp-hoodie': { M: 3 } });
});

test('a double tap on one product puts one piece in, also right after another product', async () => {
  const passTime = clock();
  const { addToCart, $cart } = await open();
  addToCart('chai-cap', 'default');
  passTime(400);
  addToCart('warp-hoodie', 'M');
  passTime(150);
  addToCart('warp-hoodie', 'M');
  expect($cart.get()).toEqual({ 'chai-cap': { default: 1 }, 'warp-hoodie': { M: 1 } });
  passTime(500);
  addToCart('warp-hoodie', 'M');
  expect($cart.get()['warp-hoodie']).toEqual({ M: 2 });
});

test('the cart of a visitor stays in the browser, without a request', async () => {
  const passTime = clock();
  const { addToCart, setQuantity, removeLine, syncCart, $cart } = await open();
  addToCart('warp-hoodie', 'M');
  passTime(1000);
  addToCart('warp-hoodie', 'M', 2);
  addToCart('chai-cap', 'default');
  expect($cart.get()).toEqual({ 'warp-hoodie': { M: 3 }, 'chai-cap': { default: 1 } });
  setQuantity('warp-hoodie', 'M', 5);
  removeLine('chai-cap', 'default');
  await syncCart();
  expect(JSON.parse(browser.localStorage['cart'] ?? '')).toEqual({ 'warp-hoodie': { M: 5 } });
  expect(browser.asked).toEqual([]);
});

test('one piece is sent as cart/add alone', async () => {
  const { addToCart, syncCart } = await openSignedIn();
  addToCart('warp-hoodie', 'M');
  await syncCart();
  expect(sent()).toEqual([['cart.add', 'warp-hoodie', 'M']]);
});

test('n pieces are sent as cart/add, then cart/update with the resulting quantity', async () => {
  browser.localStorage['cart'] = '{"warp-hoodie":{"M":2}}';
  const { addToCart, syncCart } = await openSignedIn();
  addToCart('warp-hoodie', 'M', 3);
  await syncCart();
  expect(sent()).toEqual([
    ['cart.add', 'warp-hoodie', 'M'],
    ['cart.update', 'warp-hoodie', 'M', 5],
  ]);
});

test('a line stops at its limit, with a message', async () => {
  const passTime = clock();
  const { addToCart, setQuantity, $cart, $toasts } = await open();
  addToCart('warp-hoodie', 'M', 12);
  expect($cart.get()).toEqual({ 'warp-hoodie': { M: 10 } });
  passTime(1000);
  addToCart('warp-hoodie', 'M');
  setQuantity('warp-hoodie', 'M', 11);
  expect($cart.get()).toEqual({ 'warp-hoodie': { M: 10 } });
  expect($toasts.get()).toMatchObject([{ text: cartMessages.lineLimit }]);
});

test('the stepper never goes below one', async () => {
  const { addToCart, setQuantity, $cart } = await open();
  addToCart('warp-hoodie', 'M');
  setQuantity('warp-hoodie', 'M', 0);
  expect($cart.get()).toEqual({ 'warp-hoodie': { M: 1 } });
});

test('rapid taps become one update with the last quantity', async () => {
  browser.localStorage['cart'] = '{"warp-hoodie":{"M":1}}';
  const { setQuantity, syncCart } = await openSignedIn();
  for (const quantity of [2, 3, 4, 5]) setQuantity('warp-hoodie', 'M', quantity);
  await syncCart();
  expect(sent()).toEqual([['cart.update', 'warp-hoodie', 'M', 5]]);
});

test('taps during a request are sent after it, once, and never overtake it', async () => {
  const { addToCart, setQuantity, syncCart } = await openSignedIn();
  const first = late<typeof ok>();
  browser.says('cart.add', () => first.promise);
  addToCart('warp-hoodie', 'M');
  await eventually(() => expect(browser.asked.length).toBe(1));
  setQuantity('warp-hoodie', 'M', 2);
  setQuantity('warp-hoodie', 'M', 3);
  expect(browser.asked.length).toBe(1);
  first.resolve(ok);
  await syncCart();
  expect(sent()).toEqual([
    ['cart.add', 'warp-hoodie', 'M'],
    ['cart.update', 'warp-hoodie', 'M', 3],
  ]);
});

test('offline changes are silent, stored, and sent as a quantity once the network is back', async () => {
  const { addToCart, syncCart, $cart, $toasts } = await openSignedIn();
  browser.network.isUp = false;
  addToCart('warp-hoodie', 'M', 2);
  await syncCart();
  expect($toasts.get().map(({ kind }) => kind)).toEqual(['success']);
  expect(JSON.parse(browser.localStorage['taana-unsynced'] ?? '')).toEqual(['warp-hoodie/M']);
  browser.network.isUp = true;
  await syncCart();
  expect(sent()).toEqual([['cart.update', 'warp-hoodie', 'M', 2]]);
  expect(JSON.parse(browser.localStorage['taana-unsynced'] ?? '')).toEqual([]);
  expect($cart.get()).toEqual({ 'warp-hoodie': { M: 2 } });
});

test('a line that the server refuses does not block the others, and its reason is shown', async () => {
  const { addToCart, syncCart, $toasts } = await openSignedIn();
  browser.says('cart.add', ({ body }) => (body.itemId === 'gone' ? refused('invalid') : ok));
  browser.says('cart.update', ({ body }) => (body.itemId === 'gone' ? refused('invalid') : ok));
  addToCart('gone', 'M');
  addToCart('warp-hoodie', 'M');
  await syncCart();
  expect(sent()).toEqual([
    ['cart.add', 'gone', 'M'],
    ['cart.update', 'gone', 'M', 1],
    ['cart.add', 'warp-hoodie', 'M'],
  ]);
  expect(JSON.parse(browser.localStorage['taana-unsynced'] ?? '')).toEqual([]);
  expect($toasts.get().filter(({ kind }) => kind === 'error')).toMatchObject([{ text: 'refused: invalid' }]);
});

test.each(['too-many', 'unavailable', 'failed'] as const)(
  'after "%s" the line stays unsent for a retry',
  async (code) => {
    const { addToCart, syncCart } = await openSignedIn();
    browser.says('cart.add', () => refused(code));
    browser.says('cart.update', () => refused(code));
    addToCart('warp-hoodie', 'M');
    await syncCart();
    expect(JSON.parse(browser.localStorage['taana-unsynced'] ?? '')).toEqual(['warp-hoodie/M']);
  },
);

test('a refusal without a code of the shop shows its message, keeps its line and does not block the others', async () => {
  const { addToCart, syncCart, $toasts } = await openSignedIn();
  const message = 'Sizes of this piece are being counted. Please come back at six.';
  const counted = ({ body }: { body: Record<string, unknown> }) =>
    body['itemId'] === 'counted' ? Response.json({ success: false, message }) : ok;
  browser.says('cart.add', counted);
  browser.says('cart.update', counted);
  addToCart('counted', 'M');
  addToCart('warp-hoodie', 'M');
  await syncCart();
  expect(sent()).toEqual([
    ['cart.add', 'counted', 'M'],
    ['cart.add', 'warp-hoodie', 'M'],
  ]);
  expect($toasts.get().map(({ text }) => text)).toContain(message);
  expect(JSON.parse(browser.localStorage['taana-unsynced'] ?? '')).toEqual(['counted/M']);
});

test('an added piece also reaches listeners that load late; a refusal does not', async () => {
  const passTime = clock();
  const { addToCart, $added } = await open();
  addToCart('warp-hoodie', '');
  expect($added.get()).toBeUndefined();
  addToCart('warp-hoodie', 'M');
  expect($added.get()).toEqual({ productId: 'warp-hoodie', size: 'M' });
  let told = 0;
  $added.listen(() => {
    told += 1;
  });
  passTime(1000);
  addToCart('warp-hoodie', 'M');
  expect(told).toBe(1);
  passTime(1000);
  addToCart('warp-hoodie', 'M', 8);
  passTime(1000);
  addToCart('warp-hoodie', 'M');
  expect(told).toBe(2);
});
