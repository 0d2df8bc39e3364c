import { call } from '../../client/api.ts';
import { goTo } from '../../client/go-to.ts';
import { forgetDevice } from '../../client/device.ts';
import { profileMessages, sessionMessages } from '../../contract/messages/account.ts';
import { cacheNames } from '../../contract/offline.ts';
import { paths } from '../../contract/paths.ts';
import { emptyCart } from '../../domain/cart.ts';
import { $cart } from '../cart/cart.ts';
import { $unsynced, lineOf, UNMERGED } from '../cart/pending-changes.ts';
import { forgetCode } from '../cart/discount-code.ts';
import { $authLoading, $isSigningOut, $token } from './session.ts';
import { endSession, signOutHooks, productsKey, viewedKey } from './session-change.ts';
import { keepToastForNextPage } from '../page/toasts.lazy.ts';
import { showToast } from '../page/toasts.ts';
import { $unconfirmed } from '../wishlist/pending-changes.ts';
import { $wishlist } from '../wishlist/wishlist.ts';

const LOGOUT_TIMEOUT_MS = 5_000;

/**
 * Logs out. This device forgets the shopper at once, even without a network; then unsynced changes are sent, and then
 * the token is revoked. `$authLoading` delays redirects until that is done, because leaving the page would stop the
 * requests.
 */
export async function signOut(): Promise<void> {
  const token = $token.get();
  const lastRequests = forgetShopper(token);
  showToast('info', sessionMessages.loggedOut);
  try {
    await Promise.all(lastRequests);
    if (token) await call('user.logout', undefined, { token, keepalive: true, timeoutMs: LOGOUT_TIMEOUT_MS });
  } finally {
    $isSigningOut.set(false);
    $authLoading.set(false);
  }
}

/** After account deletion: this device forgets the shopper, and the home page shows a message. */
export function leaveDeletedAccount(): void {
  forgetShopper(undefined);
  keepToastForNextPage('success', profileMessages.deleted);
  goTo(paths.home, undefined, 'replace');
}

/** @returns the running last requests; none without a token */
function forgetShopper(token: string | undefined): (Promise<void> | undefined)[] {
  $isSigningOut.set(true);
  $authLoading.set(true);
  const lastRequests = [forgetCart(token), ...signOutHooks.map((hook) => hook(token))];
  $unconfirmed.set({});
  $wishlist.set([]);
  endSession();
  forgetCode();
  forgetDevice(productsKey, viewedKey);
  forgetVisitedPages();
  return lastRequests;
}

/** Removes cached pages and pictures that this device has visited (src/offline). Pages that every device caches stay. */
function forgetVisitedPages(): void {
  // Missing on an address without HTTPS.
  const device: CacheStorage | undefined = globalThis.caches;
  for (const name of [cacheNames.seen, cacheNames.pictures]) device?.delete(name).catch(() => undefined);
}

/** @returns the running request for unsynced lines, with the token that is about to be revoked */
function forgetCart(token: string | undefined): Promise<void> | undefined {
  const cart = $cart.get();
  const lines = $unsynced
    .get()
    .filter((note) => note !== UNMERGED)
    .map(lineOf);
  $unsynced.set([]);
  $cart.set(emptyCart);
  if (!token || lines.length === 0) return undefined;
  return import('../cart/cart-sync.lazy.ts').then(({ sendBeforeSignOut }) =>
    sendBeforeSignOut(cart, lines, token),
  );
}
