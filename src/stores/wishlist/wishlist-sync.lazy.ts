import { isOffline } from '../../client/api.ts';
import { wishlistMessages } from '../../contract/messages/cart-and-wishlist.ts';
import { textsFrom, writeTab } from '../../client/tab-storage.ts';
import { mergeWishlists } from '../../domain/merge.ts';
import { toggleInWishlist } from '../../domain/wishlist.ts';
import { authorised } from '../session/authorised.ts';
import { showToast } from '../page/toasts.ts';
import { crossTabLock } from '../page/cross-tab-lock.ts';
import { $unconfirmed } from './pending-changes.ts';
import { $wishlist } from './wishlist.ts';

/**
 * Syncs the wishlist of a logged-in shopper. The only call that changes it is a toggle, so a result can never be
 * assumed: each product is toggled until the server's answer equals the screen. This also corrects changes of another
 * device, and calls whose answer was lost.
 */
const inTurn = crossTabLock('wishlist');

/** Sends a tapped change. If the request fails while online, reverts this item only. */
export async function syncWishlistItem(productId: string): Promise<void> {
  await inTurn(() => settle(productId, 'tapped'));
}

/** Shows the server's wishlist; unconfirmed items stay as they are here and are sent. */
export async function loadWishlist(): Promise<void> {
  await inTurn(readFromServer);
  void inTurn(sendUnconfirmed);
}

/**
 * Merges the visitor's wishlist with the account's: union, and only missing items are sent. The items are noted first,
 * so that the next page continues if this one is closed.
 */
export async function mergeWishlistAtLogin(): Promise<void> {
  $unconfirmed.set(Object.fromEntries($wishlist.get().map((id) => [id, false])));
  await loadWishlist();
}

async function readFromServer(): Promise<void> {
  const answer = await authorised('wishlist.get', undefined);
  if (!answer.success) return;
  // features/wishlist/wishlist.ts reads it. Before the list changes, because its listeners look.
  writeTab('taana-wishlist-read', String(Date.now()));
  const theirs = textsFrom(answer.wishlistData);
  const ours = $wishlist.get();
  const noted = Object.keys($unconfirmed.get());
  $unconfirmed.set(Object.fromEntries(noted.map((id) => [id, theirs.includes(id)])));
  $wishlist.set(
    mergeWishlists(
      theirs.filter((id) => !noted.includes(id) || ours.includes(id)),
      ours.filter((id) => noted.includes(id)),
    ),
  );
}

/** Items that cannot be sent stay noted for the next page, without a message: no shopper is waiting for them. */
async function sendUnconfirmed(): Promise<void> {
  for (const productId of Object.keys($unconfirmed.get())) {
    if (!(await settle(productId, 'noted'))) return;
  }
}

/** Failures that are not about the item itself, so a retry makes sense. */
const passing: readonly string[] = ['network', 'too-many', 'unavailable', 'failed', 'not-open'];

/** Stops after the server has answered two toggles with the old state. */
const MOST_SURPRISES = 2;

/**
 * Toggles a product at the server until its state equals the screen.
 * @returns whether to continue with the next one
 */
async function settle(productId: string, origin: 'tapped' | 'noted'): Promise<boolean> {
  for (let surprises = 0; surprises < MOST_SURPRISES;) {
    const isThere = $unconfirmed.get()[productId];
    if (isThere === undefined) return true;
    if (isThere === $wishlist.get().includes(productId)) break;
    const answer = await authorised('wishlist.toggle', { itemId: productId }, { keepalive: true });
    if (!answer.success) {
      // Without a network the change is not reverted but waits, like in the cart.
      const canWait = origin === 'noted' || isOffline();
      if (answer.code === 'unauthorised' || (canWait && passing.includes(answer.code))) return false;
      const { unreachable, notSynced } = wishlistMessages;
      takeBack(productId, answer.code === 'network' ? unreachable : answer.message || notSynced);
      return true;
    }
    const isNow = answer.wishlistData.includes(productId);
    if (isNow === isThere) surprises += 1;
    $unconfirmed.set({ ...$unconfirmed.get(), [productId]: isNow });
  }
  takeBack(productId, wishlistMessages.notSynced);
  return true;
}

/** Reverts the item to the server's last state, with a message. */
function takeBack(productId: string, why: string): void {
  const { [productId]: isThere, ...others } = $unconfirmed.get();
  $unconfirmed.set(others);
  const wishlist = $wishlist.get();
  if (isThere === undefined || isThere === wishlist.includes(productId)) return;
  $wishlist.set(toggleInWishlist(wishlist, productId));
  showToast('error', why);
}
