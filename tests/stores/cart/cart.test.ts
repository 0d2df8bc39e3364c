import { countPieces } from '../../../src/domain/cart.ts';
import { beforeEach, expect, onTestFinished, test, vi } from 'vitest';
import { cartMessages, cartPageMessages } from '../../../src/contract/messages/cart-and-wishlist.ts';
import { type FakeBrowser, late, ok, openBrowser, refused } from '../fake-browser.ts';

let browser: FakeBrowser;
beforeEach(() => {
  browser = openBrowser();
});

const open = async () => ({
  ...(await import('../../../src/stores/cart/cart.ts')),
  ...(await import('../../../src/stores/cart/cart-changes.ts')),
  ...(await import('../../../src/stores/cart/unsynced.ts')),
  ...(await import('../../../src/stores/cart/cart-lines.ts')),
  ...(await import('../../../src/stores/cart/cart-sync.lazy.ts')),
  ...(await import('../../../src/stores/session/session.ts')),
  ...(await import('../../../src/stores/session/signed-in.ts')),
  ...(await import('../../../src/stores/session/authorised.ts')),
  ...(await import('../../../src/stores/session/sign-out.ts')),
  ...(await import('../../../src/stores/page/toasts.ts')),
});

/** A shopper who is logged in, with a server that takes everything and has this cart. */
const openSignedIn = async (theirs: Record<string, Record<string, number>> = {}) => {
  browser.localStorage['token'] = 't0ken';
  browser.says('cart.add', () => ok);
  browser.says('cart.update', () => ok);
  browser.says('cart.get', () => ({ ...ok, cartData: theirs }));
  return open();
};

/** A clock that the test turns. @returns what lets so many milliseconds pass */
function clock(): (ms: number) => void {
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] });
  onTestFinished(() => void vi.useRealTimers());
  return (ms) => void vi.advanceTimersByTime(ms);
}

const sent = () =>
  browser.asked
    .filter(({ name }) => name !== 'cart.get')
    .map(({ name, body }) => [name, ...Object.values(body ?? {})]);

test('without a size nothing is put in and the shopper is told', async () => {
  const { addToCart, $cart, $toasts } = await open();
  addToCart('warp-hoodie', null);
  addToCart('warp-hoodie', '');
  expect($cart.get()).toEqual({});
  expect($toasts.get()).toMatchObject([{ kind: 'error', text: 'Select Product Size' }]);
});

test('a double tap puts one piece in, two taps a second apart are two', async () => {
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

test('two sizes that are tapped one right after the other are both put in', async () => {
  const { addToCart, $cart } = await open();
  addToCart('warp-hoodie', 'M');
  addToCart('warp-hoodie', 'L');
  expect($cart.get()).toEqual({ 'warp-hoodie': { M: 1, L: 1 } });
});

test('the cart of a visitor stays in the browser and calls nobody', async () => {
  const passTime = clock();
  const { addToCart, setQuantity, removeLine, syncCart, $cart } = await open();
  addToCart('warp-hoodie', 'M');
  passTime(1000);
  addToCart('warp-hoodie', 'M', 2);
  addToCart('chai-cap', 'default');
  expect($cart.get()).toEqual({ 'warp-hoodie': { M: 3 }, 'chai-cap': { default: 1 } });
  expect(countPieces($cart.get())).toBe(4);
  setQuantity('warp-hoodie', 'M', 5);
  removeLine('chai-cap', 'default');
  await syncCart();
  expect(JSON.parse(browser.localStorage['cart'] ?? '')).toEqual({ 'warp-hoodie': { M: 5 } });
  expect(browser.asked).toEqual([]);
});

test('the screen is right before the server answers', async () => {
  const { addToCart, $cart, $toasts } = await openSignedIn();
  const answer = late<typeof ok>();
  browser.says('cart.add', () => answer.promise);
  addToCart('warp-hoodie', 'M');
  expect(countPieces($cart.get())).toBe(1);
  expect($toasts.get()).toMatchObject([{ kind: 'success', text: 'Added to cart' }]);
  answer.resolve(ok);
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

test('a line stops at its limit and the shopper is told', async () => {
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

test('taps while a change is on its way are sent after it, once, and never overtake it', async () => {
  const { addToCart, setQuantity, syncCart } = await openSignedIn();
  const first = late<typeof ok>();
  browser.says('cart.add', () => first.promise);
  addToCart('warp-hoodie', 'M');
  await vi.waitFor(() => expect(browser.asked.length).toBe(1), 15_000);
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

test('removing a line is sent as quantity 0', async () => {
  browser.localStorage['cart'] = '{"warp-hoodie":{"M":1}}';
  const { removeLine, syncCart } = await openSignedIn();
  removeLine('warp-hoodie', 'M');
  await syncCart();
  expect(sent()).toEqual([['cart.update', 'warp-hoodie', 'M', 0]]);
});

test('what is put in offline is silent, kept, and sent as a quantity once the network is back', async () => {
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

test('what was noted before a reload is sent after it', async () => {
  browser.localStorage['cart'] = '{"warp-hoodie":{"M":2}}';
  browser.localStorage['taana-unsynced'] = '["warp-hoodie/M","chai-cap/default"]';
  const { syncCart } = await openSignedIn();
  await syncCart();
  expect(sent()).toEqual([
    ['cart.update', 'warp-hoodie', 'M', 2],
    ['cart.update', 'chai-cap', 'default', 0],
  ]);
});

test('a line that the server refuses does not hold up the others', async () => {
  const { addToCart, syncCart } = await openSignedIn();
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
});

test.each(['too-many', 'unavailable', 'failed'] as const)(
  'after "%s" the line stays noted for later',
  async (code) => {
    const { addToCart, syncCart } = await openSignedIn();
    browser.says('cart.add', () => refused(code));
    browser.says('cart.update', () => refused(code));
    addToCart('warp-hoodie', 'M');
    await syncCart();
    expect(JSON.parse(browser.localStorage['taana-unsynced'] ?? '')).toEqual(['warp-hoodie/M']);
  },
);

test('loading shows the server’s cart', async () => {
  browser.localStorage['cart'] = '{"old-tee":{"S":1}}';
  const { loadCart, $cart, isCartFresh } = await openSignedIn({ 'warp-hoodie': { M: 2 } });
  expect(isCartFresh()).toBe(false);
  await loadCart();
  expect($cart.get()).toEqual({ 'warp-hoodie': { M: 2 } });
  expect(isCartFresh()).toBe(true);
});

test('lines that the server does not know yet win over its cart, also removed ones', async () => {
  browser.localStorage['cart'] = '{"warp-hoodie":{"M":5}}';
  browser.localStorage['taana-unsynced'] = '["warp-hoodie/M","chai-cap/default"]';
  const { loadCart, syncCart, $cart } = await openSignedIn({
    'warp-hoodie': { M: 2, L: 1 },
    'chai-cap': { default: 1 },
  });
  await loadCart();
  expect($cart.get()).toEqual({ 'warp-hoodie': { M: 5, L: 1 } });
  await syncCart();
  expect(sent()).toEqual([
    ['cart.update', 'warp-hoodie', 'M', 5],
    ['cart.update', 'chai-cap', 'default', 0],
  ]);
});

test('what the server has already, from another tab or by a call whose answer was lost, is not sent again', async () => {
  browser.localStorage['cart'] = '{"warp-hoodie":{"M":2},"chai-cap":{"default":1}}';
  browser.localStorage['taana-unsynced'] = '["warp-hoodie/M","chai-cap/default","gone-tee/S"]';
  const { loadCart, syncCart, $unsynced } = await openSignedIn({ 'warp-hoodie': { M: 2 } });
  await loadCart();
  expect($unsynced.get()).toEqual(['chai-cap/default']);
  await syncCart();
  expect(sent()).toEqual([['cart.update', 'chai-cap', 'default', 1]]);
  expect($unsynced.get()).toEqual([]);
});

test('a change made while the cart is loading outlives a late reply', async () => {
  const { loadCart, addToCart, syncCart, $cart } = await openSignedIn();
  const reply = late<{ success: true; cartData: Record<string, Record<string, number>> }>();
  browser.says('cart.get', () => reply.promise);
  const loading = loadCart();
  addToCart('chai-cap', 'default');
  reply.resolve({ ...ok, cartData: { 'warp-hoodie': { M: 2 } } });
  await loading;
  await syncCart();
  expect($cart.get()).toEqual({ 'warp-hoodie': { M: 2 }, 'chai-cap': { default: 1 } });
  expect(sent()).toEqual([['cart.update', 'chai-cap', 'default', 1]]);
});

test('a cart that cannot be loaded is told and shown as it was', async () => {
  browser.localStorage['cart'] = '{"warp-hoodie":{"M":2}}';
  const { loadCart, $cart, $toasts } = await openSignedIn();
  browser.network.isUp = false;
  await loadCart();
  expect($cart.get()).toEqual({ 'warp-hoodie': { M: 2 } });
  expect($toasts.get()).toMatchObject([{ kind: 'error', text: cartPageMessages.loadFailed }]);
});

test('a refused cart/get shows the server’s message', async () => {
  const { loadCart, $toasts } = await openSignedIn();
  browser.says('cart.get', () => refused('unavailable', 'The shop cannot be reached'));
  await loadCart();
  expect($toasts.get()).toMatchObject([{ text: 'The shop cannot be reached' }]);
});

test('an expired token keeps the cart and says nothing', async () => {
  browser.localStorage['cart'] = '{"warp-hoodie":{"M":2}}';
  const { loadCart, $cart, $isSignedIn, $toasts } = await openSignedIn();
  browser.says('cart.get', () => refused('unauthorised'));
  await loadCart();
  expect($cart.get()).toEqual({ 'warp-hoodie': { M: 2 } });
  expect($isSignedIn.get()).toBe(false);
  expect($toasts.get()).toEqual([]);
});

test('at login both carts are joined, the larger quantity stays, and only what differs is sent', async () => {
  browser.localStorage['cart'] = '{"warp-hoodie":{"M":1,"L":4},"chai-cap":{"default":1}}';
  const { mergeAtLogin, syncCart, $cart } = await openSignedIn({
    'warp-hoodie': { M: 3, L: 2 },
    'old-tee': { S: 1 },
  });
  await mergeAtLogin();
  expect($cart.get()).toEqual({
    'warp-hoodie': { M: 3, L: 4 },
    'old-tee': { S: 1 },
    'chai-cap': { default: 1 },
  });
  await syncCart();
  expect(sent()).toEqual([
    ['cart.update', 'warp-hoodie', 'L', 4],
    ['cart.update', 'chai-cap', 'default', 1],
  ]);
});

test('a merge that the network cut off is made up for on the next page', async () => {
  browser.localStorage['cart'] = '{"chai-cap":{"default":1}}';
  const { mergeAtLogin, syncCart, loadCart, $cart, $toasts } = await openSignedIn({
    'warp-hoodie': { M: 3 },
  });
  browser.network.isUp = false;
  await mergeAtLogin();
  await syncCart();
  expect($cart.get()).toEqual({ 'chai-cap': { default: 1 } });
  expect($toasts.get()).toEqual([]);
  browser.network.isUp = true;
  await loadCart();
  expect($cart.get()).toEqual({ 'warp-hoodie': { M: 3 }, 'chai-cap': { default: 1 } });
  await syncCart();
  expect(sent()).toEqual([['cart.update', 'chai-cap', 'default', 1]]);
});

test('a piece added before the merge is through is counted once', async () => {
  browser.localStorage['cart'] = '{"warp-hoodie":{"M":2}}';
  const { mergeAtLogin, addToCart, syncCart, $cart } = await openSignedIn({ 'warp-hoodie': { M: 1 } });
  const merging = mergeAtLogin();
  addToCart('warp-hoodie', 'M');
  await merging;
  await syncCart();
  expect($cart.get()).toEqual({ 'warp-hoodie': { M: 3 } });
  expect(sent()).toEqual([['cart.update', 'warp-hoodie', 'M', 3]]);
});

test('ordered pieces leave the cart, later ones stay, and nobody is called', async () => {
  browser.localStorage['cart'] = '{"warp-hoodie":{"M":3},"chai-cap":{"default":1},"old-tee":{"S":1}}';
  const { removeOrdered, $cart } = await openSignedIn();
  removeOrdered([
    { productId: 'warp-hoodie', size: 'M', quantity: 2 },
    { productId: 'chai-cap', size: 'default', quantity: 1 },
  ]);
  expect($cart.get()).toEqual({ 'warp-hoodie': { M: 1 }, 'old-tee': { S: 1 } });
  expect(browser.asked).toEqual([]);
});

test.each([
  ['{'],
  ['null'],
  ['"cart"'],
  ['[]'],
  ['{"a":null}'],
  ['{"a":{"M":"2"}}'],
  ['{"a":{"M":-1,"L":0.5}}'],
])('%s in storage is an empty cart', async (text) => {
  browser.localStorage['cart'] = text;
  const { $cart } = await open();
  expect($cart.get()).toEqual({});
  expect(countPieces($cart.get())).toBe(0);
});

test('what of a stored cart makes sense is kept, within the limit', async () => {
  browser.localStorage['cart'] = '{"a":{"M":2,"L":"x"},"b":7,"c":{"S":99}}';
  const { $cart } = await open();
  expect($cart.get()).toEqual({ a: { M: 2 }, c: { S: 10 } });
});

test('a second tab’s cart is this tab’s cart', async () => {
  const { $cart } = await open();
  const stop = $cart.listen(() => {});
  browser.otherTabWrites('cart', '{"warp-hoodie":{"M":2}}');
  expect($cart.get()).toEqual({ 'warp-hoodie': { M: 2 } });
  expect(countPieces($cart.get())).toBe(2);
  stop();
});

test('what was put in is told to whoever shows it, also when they come later; a refusal is not', async () => {
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
