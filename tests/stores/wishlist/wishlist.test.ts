import { expect, test, vi } from 'vitest';
import { wishlistMessages } from '../../../src/contract/messages/cart-and-wishlist.ts';
import { late, ok, openBrowser, refused, useBrowser } from '../fake-browser.ts';
import { openStores } from '../open-stores.ts';

const browser = useBrowser(openBrowser);

const open = () => openStores('page', 'session', 'wishlist');

/** The server's wishlist of the logged-in shopper; it toggles as the real one does. */
let theirs: string[] = [];
const openSignedIn = async (...ids: string[]) => {
  theirs = ids;
  browser.localStorage['token'] = 't0ken';
  browser.says('wishlist.get', () => ({ ...ok, wishlistData: theirs }));
  browser.says('wishlist.toggle', ({ body: { itemId } }) => serverToggles(itemId));
  return open();
};

const serverToggles = (itemId: string) => {
  theirs = theirs.includes(itemId) ? theirs.filter((id) => id !== itemId) : [...theirs, itemId];
  return { ...ok, wishlistData: theirs, message: '' };
};

const toggled = () =>
  browser.asked
    .filter(({ name }) => name === 'wishlist.toggle')
    .map(({ body }) => Object.values(body ?? {})[0]);

/** ExistingOrder taps are sent and answered before it is the turn of a heart that nobody tapped. */
const settled = async () =>
  (await import('../../../src/stores/wishlist/wishlist-sync.lazy.ts')).syncWishlistItem('nobody-tapped');

test('a heart adds at once, removes at once, and is stored in the browser', async () => {
  const { $wishlist, toggleWishlist, $toasts } = await open();
  toggleWishlist('warp-hoodie');
  expect($wishlist.get()).toEqual(['warp-hoodie']);
  expect(browser.localStorage['wishlist']).toBe('["warp-hoodie"]');
  toggleWishlist('warp-hoodie');
  expect($wishlist.get()).toEqual([]);
  expect($toasts.get().map(({ text }) => text)).toEqual([
    wishlistMessages.savedLocally,
    wishlistMessages.removed,
  ]);
  expect(browser.asked).toEqual([]);
});

test.each([
  ['{', []],
  ['null', []],
  ['{"a":1}', []],
  ['["a",7,"a",null,"b"]', ['a', 'b']],
])('if the storage has %s, each valid product is in the wishlist once', async (text, ids) => {
  browser.localStorage['wishlist'] = text;
  const { $wishlist } = await open();
  expect($wishlist.get()).toEqual(ids);
});

test.each(['{', '7', '["a"]', '{"a":"yes"}'])('%s in storage counts as nothing unconfirmed', async (text) => {
  browser.localStorage['taana-unsynced-wishes'] = text;
  const { $unconfirmed } = await open();
  expect($unconfirmed.get()).toEqual({});
});

test('a refused heart is reverted and shows why', async () => {
  browser.localStorage['wishlist'] = '["chai-cap"]';
  const { toggleWishlist, $wishlist, $toasts } = await openSignedIn('chai-cap');
  browser.says('wishlist.toggle', () => refused('invalid', 'The list is full'));
  toggleWishlist('warp-hoodie');
  expect($wishlist.get()).toEqual(['chai-cap', 'warp-hoodie']);
  await settled();
  expect($wishlist.get()).toEqual(['chai-cap']);
  expect($toasts.get().at(-1)).toMatchObject({ kind: 'error', text: 'The list is full' });
});

test('if a request fails while online, a removed heart is restored, with a message', async () => {
  browser.localStorage['wishlist'] = '["warp-hoodie"]';
  const { toggleWishlist, $wishlist, $toasts, $unconfirmed } = await openSignedIn('warp-hoodie');
  browser.network.isUp = false;
  toggleWishlist('warp-hoodie');
  expect($wishlist.get()).toEqual([]);
  await settled();
  expect($wishlist.get()).toEqual(['warp-hoodie']);
  expect($toasts.get().at(-1)).toMatchObject({ kind: 'error', text: wishlistMessages.unreachable });
  expect($unconfirmed.get()).toEqual({});
});

test('an offline device keeps a heart and sends it when the network is back', async () => {
  vi.stubGlobal('navigator', { onLine: false });
  const { toggleWishlist, loadWishlist, $wishlist, $unconfirmed, $toasts } = await openSignedIn('chai-cap');
  await loadWishlist();
  browser.network.isUp = false;
  for (const id of ['warp-hoodie', 'chai-cap', 'old-tee', 'old-tee']) toggleWishlist(id);
  await settled();
  expect($wishlist.get()).toEqual(['warp-hoodie']);
  expect($unconfirmed.get()).toMatchObject({ 'warp-hoodie': false, 'chai-cap': true });
  expect($toasts.get().filter(({ kind }) => kind === 'error')).toEqual([]);

  browser.network.isUp = true;
  await loadWishlist();
  await settled();
  expect(toggled().toSorted()).toEqual(['chai-cap', 'warp-hoodie']);
  expect(theirs).toEqual(['warp-hoodie']);
  expect($unconfirmed.get()).toEqual({});
});

test('taps on several hearts are sent one after another; a late failure reverts only its own heart', async () => {
  const { toggleWishlist, $wishlist } = await openSignedIn();
  const first = late<ReturnType<typeof refused>>();
  browser.says('wishlist.toggle', ({ body: { itemId } }) =>
    itemId === 'gone-tee' ? first.promise : serverToggles(itemId),
  );
  for (const id of ['gone-tee', 'warp-hoodie', 'chai-cap']) toggleWishlist(id);
  expect($wishlist.get()).toEqual(['gone-tee', 'warp-hoodie', 'chai-cap']);
  first.resolve(refused('invalid'));
  await settled();
  expect(toggled()).toEqual(['gone-tee', 'warp-hoodie', 'chai-cap']);
  expect($wishlist.get()).toEqual(['warp-hoodie', 'chai-cap']);
  expect(theirs).toEqual(['warp-hoodie', 'chai-cap']);
});

test('after any number of taps on one heart, screen and server have the last state', async () => {
  for (const taps of [2, 3, 4, 5]) {
    Object.assign(browser, openBrowser());
    const { toggleWishlist, $wishlist } = await openSignedIn();
    for (let tap = 0; tap < taps; tap += 1) toggleWishlist('warp-hoodie');
    await settled();
    expect($wishlist.get()).toEqual(taps % 2 === 1 ? ['warp-hoodie'] : []);
    expect(theirs).toEqual($wishlist.get());
    expect(toggled().length).toBeLessThanOrEqual(1);
  }
});

test('a tap during the first request is sent after it', async () => {
  const { toggleWishlist, $wishlist } = await openSignedIn();
  const arrived = late<void>();
  const answer = late<void>();
  browser.says('wishlist.toggle', async ({ body: { itemId } }) => {
    const said = serverToggles(itemId);
    arrived.resolve();
    await answer.promise;
    return said;
  });
  toggleWishlist('warp-hoodie');
  await arrived.promise;
  toggleWishlist('warp-hoodie');
  answer.resolve();
  await settled();
  expect(toggled()).toEqual(['warp-hoodie', 'warp-hoodie']);
  expect([$wishlist.get(), theirs]).toEqual([[], []]);
});

test('a heart that another device had set stays set', async () => {
  const { toggleWishlist, $wishlist, $toasts } = await openSignedIn('warp-hoodie');
  toggleWishlist('warp-hoodie');
  expect($toasts.get()).toMatchObject([{ text: wishlistMessages.added }]);
  await settled();
  expect($wishlist.get()).toEqual(['warp-hoodie']);
  expect(theirs).toEqual(['warp-hoodie']);
});

test('a server that never applies a toggle is not asked forever', async () => {
  const { toggleWishlist, $wishlist } = await openSignedIn();
  browser.says('wishlist.toggle', () => ({ ...ok, wishlistData: [], message: '' }));
  toggleWishlist('warp-hoodie');
  await settled();
  expect(toggled()).toHaveLength(2);
  expect($wishlist.get()).toEqual([]);
});

test('changes that a page left unsent are sent on the next one, once', async () => {
  browser.localStorage['wishlist'] = '["warp-hoodie","chai-cap"]';
  browser.localStorage['taana-unsynced-wishes'] = '{"chai-cap":false,"old-tee":true,"warp-hoodie":false}';
  // The toggle of the hoodie had arrived although its page was left.
  const { loadWishlist, $wishlist } = await openSignedIn('warp-hoodie', 'old-tee');
  await loadWishlist();
  expect($wishlist.get()).toEqual(['warp-hoodie', 'chai-cap']);
  await settled();
  expect(toggled()).toEqual(['chai-cap', 'old-tee']);
  expect(theirs).toEqual(['warp-hoodie', 'chai-cap']);
});

test('a wishlist that cannot be loaded is shown as stored on this device', async () => {
  browser.localStorage['wishlist'] = '["warp-hoodie"]';
  const { loadWishlist, $wishlist, $toasts } = await openSignedIn();
  browser.network.isUp = false;
  await loadWishlist();
  expect($wishlist.get()).toEqual(['warp-hoodie']);
  expect($toasts.get()).toEqual([]);
});

test('at login both wishlists are joined, and only the missing products are sent', async () => {
  browser.localStorage['wishlist'] = '["warp-hoodie","chai-cap"]';
  const { mergeWishlistAtLogin, $wishlist } = await openSignedIn('old-tee', 'warp-hoodie');
  await mergeWishlistAtLogin();
  expect($wishlist.get()).toEqual(['old-tee', 'warp-hoodie', 'chai-cap']);
  await settled();
  expect(toggled()).toEqual(['chai-cap']);
  expect(theirs).toEqual(['old-tee', 'warp-hoodie', 'chai-cap']);
});

test.each(['network', 'too-many', 'unavailable'] as const)(
  'a merge that ends in "%s" loses nothing and continues later',
  async (failure) => {
    browser.localStorage['wishlist'] = '["warp-hoodie","chai-cap"]';
    const { mergeWishlistAtLogin, loadWishlist, $wishlist, $toasts } = await openSignedIn('old-tee');
    if (failure === 'network') browser.network.isUp = false;
    else browser.says('wishlist.toggle', () => refused(failure));
    await mergeWishlistAtLogin();
    await settled();
    expect($wishlist.get()).toEqual(expect.arrayContaining(['warp-hoodie', 'chai-cap']));
    expect($toasts.get()).toEqual([]);
    browser.network.isUp = true;
    browser.says('wishlist.toggle', ({ body: { itemId } }) => serverToggles(itemId));
    await loadWishlist();
    await settled();
    expect(theirs).toEqual(['old-tee', 'warp-hoodie', 'chai-cap']);
    expect($wishlist.get()).toEqual(theirs);
  },
);

test('an ended session keeps the heart on this device and shows nothing', async () => {
  const { toggleWishlist, $wishlist, $isSignedIn, $toasts } = await openSignedIn();
  browser.says('wishlist.toggle', () => refused('unauthorised'));
  toggleWishlist('warp-hoodie');
  await settled();
  expect($wishlist.get()).toEqual(['warp-hoodie']);
  expect($isSignedIn.get()).toBe(false);
  expect($toasts.get()).toMatchObject([{ kind: 'success' }]);
});

test('logging out forgets the wishlist and unconfirmed changes, also during a request', async () => {
  const { toggleWishlist, signOut, $wishlist, $unconfirmed } = await openSignedIn();
  browser.says('user.logout', () => ok);
  const answer = late<ReturnType<typeof refused>>();
  browser.says('wishlist.toggle', () => answer.promise);
  toggleWishlist('warp-hoodie');
  await signOut();
  answer.resolve(refused('invalid'));
  await settled();
  expect([$wishlist.get(), $unconfirmed.get()]).toEqual([[], {}]);
});
