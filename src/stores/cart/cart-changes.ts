import { persistentAtom } from '@nanostores/persistent';
import { atom } from 'nanostores';
import { parseStored, textsFrom } from '../../client/tab-storage.ts';
import { cartMessages } from '../../contract/messages/cart.ts';
import { addItem, type Cart, type CartEntry, quantityOf } from '../../domain/cart.ts';
import { maxQuantityPerLine } from '../../domain/config-every-page.ts';
import { $cart } from './cart.ts';
import { $token } from '../session/session.ts';
import { loadShopperCode } from '../session/start-up.ts';
import { showToast } from '../page/toasts.ts';

/**
 * The cart answers at once and syncs behind. Every change of a logged-in shopper is first noted as unsynced, in
 * storage, and the note goes when the server has confirmed the quantity that the screen shows. So nothing is lost to a
 * bad network, a closed page or a reload: what is noted is sent again, as an absolute quantity that may arrive twice.
 */

/** Notes of lines that the server has not confirmed, or of a whole cart that has not been merged after a login. */
export type Note = string;
export const UNMERGED: Note = '*';
const nothingNoted: readonly Note[] = [];

export const $unsynced = persistentAtom<readonly Note[]>('taana-unsynced', nothingNoted, {
  encode: JSON.stringify,
  decode: (text) => textsFrom(parseStored(text)),
});

/** What was put in on this page last, for whoever shows that (components/shop/mini-cart.ts). */
export const $added = atom<Line | undefined>();

/** Fingers tap twice where a mouse clicks once: a second tap within this time belongs to the first. */
const DOUBLE_TAP_MS = 500;
let justTapped: Note | undefined;

/** Puts pieces in, up to the line's limit, and says so. A double tap puts them in once. */
export function addToCart(productId: string, size: string | null | undefined, quantity = 1): void {
  if (!size) {
    showToast('error', cartMessages.selectSize);
    return;
  }
  const note = noteOf(productId, size);
  if (note === justTapped) {
    // A tap beside what it has opened closes that.
    $added.set({ productId, size });
    return;
  }
  justTapped = note;
  setTimeout(() => {
    justTapped = undefined;
  }, DOUBLE_TAP_MS);
  const cart = $cart.get();
  const before = quantityOf(cart, productId, size);
  const isOverLimit = before + quantity > maxQuantityPerLine;
  if (before < maxQuantityPerLine) {
    change(addItem(cart, productId, size, quantity), productId, size, before + 1);
    $added.set({ productId, size });
  }
  showToast(isOverLimit ? 'info' : 'success', isOverLimit ? cartMessages.lineLimit : cartMessages.added);
}

/** Quantities that a line has at the server once its pending cart/add has arrived. */
export const expectedAfterAdd = new Map<Note, number>();

/** Puts a changed cart on screen and notes the line for the server. */
export function change(next: Cart, productId: string, size: string, afterAdd?: number): void {
  const isSignedIn = Boolean($token.get());
  if (isSignedIn) {
    const note = noteOf(productId, size);
    // Only the first change of a settled line can be told as "one more"; what follows is told as a quantity.
    if (afterAdd !== undefined && !$unsynced.get().includes(note)) expectedAfterAdd.set(note, afterAdd);
    else expectedAfterAdd.delete(note);
    $unsynced.set([...new Set([...$unsynced.get(), note])]);
  }
  $cart.set(next);
  if (isSignedIn) void sync();
}

/** Most visitors are not logged in, so the code that speaks with the server comes when somebody is. */
async function sync(): Promise<void> {
  try {
    const code = await loadShopperCode();
    await code.syncCart();
  } catch {
    // The code did not arrive: the note is in storage, and the next page sends what it says.
  }
}

export type Line = Pick<CartEntry, 'productId' | 'size'>;

/** Product ids and sizes carry no slash (contract/schemas). */
export function noteOf(productId: string, size: string): Note {
  return `${productId}/${size}`;
}

export function lineOf(note: Note): Line {
  const [productId = '', size = ''] = note.split('/');
  return { productId, size };
}
