import { atom } from 'nanostores';
import { cartMessages } from '../../contract/messages/cart-and-wishlist.ts';
import { addItem, type Cart, quantityOf } from '../../domain/cart.ts';
import { maxQuantityPerLine } from '../../domain/config.ts';
import { $cart } from './cart.ts';
import { $unsynced, expectedAfterAdd, type Line, type Note, noteOf } from './pending-changes.ts';
import { $token } from '../session/session.ts';
import { loadShopperCode } from '../session/start-up.ts';
import { showToast } from '../page/toasts.ts';

/**
 * The cart changes at once and syncs in the background. Each change of a logged-in shopper is first noted as unsynced,
 * in storage. The note is removed when the server has confirmed the quantity on the screen. So no change is lost to a
 * bad network, a closed page or a reload: the line is sent again as an absolute quantity, which may arrive twice.
 */

/** The line that was added last on this page (shown by components/shop/mini-cart.ts). */
export const $added = atom<Line | undefined>();

/** Touch screens often register two taps for one: a second tap within this time (ms) is ignored. */
const DOUBLE_TAP_MS = 500;
const justTapped = new Set<Note>();

/** Adds pieces, up to the line's limit, and shows a toast. A double tap adds them once. */
export function addToCart(productId: string, size: string | null | undefined, quantity = 1): void {
  if (!size) {
    showToast('error', cartMessages.selectSize);
    return;
  }
  const note = noteOf(productId, size);
  if (justTapped.has(note)) {
    // The second tap may have closed the mini cart, because it hit outside it, so open it again.
    $added.set({ productId, size });
    return;
  }
  justTapped.add(note);
  setTimeout(() => justTapped.delete(note), DOUBLE_TAP_MS);
  const cart = $cart.get();
  const before = quantityOf(cart, productId, size);
  const isOverLimit = before + quantity > maxQuantityPerLine;
  if (before < maxQuantityPerLine) {
    change(addItem(cart, productId, size, quantity), productId, size, before + 1);
    $added.set({ productId, size });
  }
  showToast(isOverLimit ? 'info' : 'success', isOverLimit ? cartMessages.lineLimit : cartMessages.added);
}

/** Shows the changed cart and notes the line for the server. */
export function change(next: Cart, productId: string, size: string, afterAdd?: number): void {
  const isSignedIn = Boolean($token.get());
  if (isSignedIn) {
    const note = noteOf(productId, size);
    // Only the first change of a synced line can be sent as cart.add; later changes are sent as a quantity.
    if (afterAdd !== undefined && !$unsynced.get().includes(note)) expectedAfterAdd.set(note, afterAdd);
    else expectedAfterAdd.delete(note);
    $unsynced.set([...new Set([...$unsynced.get(), note])]);
  }
  $cart.set(next);
  if (isSignedIn) void sync();
}

/** Most visitors are not logged in, so the sync code loads only for those who are. */
async function sync(): Promise<void> {
  try {
    const code = await loadShopperCode();
    await code.syncCart();
  } catch {
    // The code did not load: the note is in storage, and the next page sends the line.
  }
}
