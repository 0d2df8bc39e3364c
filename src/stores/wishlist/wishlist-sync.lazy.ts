import { isOffline } from '../../client/api.ts';
import { wishlistMessages } from '../../contract/messages/wishlist.ts';
import { textsFrom } from '../../client/tab-storage.ts';
import { mergeWishlists } from '../../domain/merge.ts';
import { isWished, toggleWish } from '../../domain/wishlist.ts';
import { authorised } from '../session/authorised.ts';
import { showToast } from '../page/toasts.ts';
import { crossTabLock } from '../page/cross-tab-lock.ts';
import { $unconfirmed } from './wishlist-actions.ts';
import { $wishlist } from './wishlist.ts';

/**
 * The wishlist of a shopper who is logged in, kept like the server's. The one call that changes it toggles, so it is
 * never sent on a guess: each heart is sent until the server says of it what the screen says. Two devices, or a call
 * that arrived although its page was left, are then made up for by the answer itself.
 */
const inTurn = crossTabLock('wishlist');

/** Sends what a tap changed; where the server cannot be had although there is a network, this heart and no other goes back. */
export async function syncWish(productId: string): Promise<void> {
  await inTurn(() => settle(productId, 'tapped'));
}

/** Shows the server's wishlist; hearts that it does not know yet stay as they are here, and are sent. */
export async function loadWishlist(): Promise<void> {
  await inTurn(readFromServer);
  void inTurn(sendUnconfirmed);
}

/**
 * Joins the visitor's wishlist with the account's: union, and only what the server lacks is sent. Noted before it
 * begins, so that a page closed on the way goes on with it on the next one.
 */
export async function mergeWishlistAtLogin(): Promise<void> {
  $unconfirmed.set(Object.fromEntries($wishlist.get().map((id) => [id, false])));
  await loadWishlist();
}

async function readFromServer(): Promise<void> {
  const answer = await authorised('wishlist.get', undefined);
  if (!answer.success) return;
  const theirs = textsFrom(answer.wishlistData);
  const ours = $wishlist.get();
  const noted = Object.keys($unconfirmed.get());
  $unconfirmed.set(Object.fromEntries(noted.map((id) => [id, isWished(theirs, id)])));
  $wishlist.set(
    mergeWishlists(
      theirs.filter((id) => !noted.includes(id) || isWished(ours, id)),
      ours.filter((id) => noted.includes(id)),
    ),
  );
}

/** What cannot be sent now stays noted for the next page, and is not told: no shopper is waiting for it. */
async function sendUnconfirmed(): Promise<void> {
  for (const productId of Object.keys($unconfirmed.get())) {
    if (!(await settle(productId, 'noted'))) return;
  }
}

/** Failures that say nothing about the heart itself, so that trying later makes sense. */
const passing: readonly string[] = ['network', 'too-many', 'unavailable', 'failed', 'not-open'];

/** A server that twice toggles into what it had before is not followed further. */
const MOST_SURPRISES = 2;

/**
 * Toggles at the server until it says of a product what the screen says.
 * @returns whether to go on with the next one.
 */
async function settle(productId: string, origin: 'tapped' | 'noted'): Promise<boolean> {
  for (let surprises = 0; surprises < MOST_SURPRISES;) {
    const isThere = $unconfirmed.get()[productId];
    if (isThere === undefined) return true;
    if (isThere === isWished($wishlist.get(), productId)) break;
    const answer = await authorised('wishlist.toggle', { itemId: productId }, { keepalive: true });
    if (!answer.success) {
      // Without a network a heart is not refused but waits for it, as the cart does.
      const canWait = origin === 'noted' || isOffline();
      if (answer.code === 'unauthorised' || (canWait && passing.includes(answer.code))) return false;
      takeBack(
        productId,
        answer.code === 'network'
          ? wishlistMessages.unreachable
          : answer.message || wishlistMessages.notSynced,
      );
      return true;
    }
    const isNow = isWished(answer.wishlistData, productId);
    if (isNow === isThere) surprises += 1;
    $unconfirmed.set({ ...$unconfirmed.get(), [productId]: isNow });
  }
  takeBack(productId, wishlistMessages.notSynced);
  return true;
}

/** Shows the heart as the server last said it is, and why. */
function takeBack(productId: string, why: string): void {
  const { [productId]: isThere, ...others } = $unconfirmed.get();
  $unconfirmed.set(others);
  const wishlist = $wishlist.get();
  if (isThere === undefined || isThere === isWished(wishlist, productId)) return;
  $wishlist.set(toggleWish(wishlist, productId));
  showToast('error', why);
}
