import { persistentAtom } from '@nanostores/persistent';
import { atom } from 'nanostores';
import { parseStored } from '../client/tab.ts';
import { cartMessages } from '../contract/messages/cart.ts';
import { addItem, type Cart, type CartEntry, quantityOf } from '../domain/cart.ts';
import { maxQuantityPerLine } from '../domain/every-page.ts';
import { $cart } from './cart.ts';
import { $token } from './session.ts';
import { shoppersCode } from './start-up.ts';
import { showToast } from './toasts.ts';

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
  decode: (text) => {
    const notes = parseStored(text);
    return Array.isArray(notes) ? notes.filter((note) => typeof note === 'string') : nothingNoted;
  },
});

/** What was put in on this page last, for whoever shows that (components/shop/mini-cart.ts). */
export const $added = atom<Line | undefined>();

/**
 * Puts pieces in, up to the line's limit, and says so.
 * @returns whether anything was put in.
 */
export function addToCart(productId: string, size: string | null | undefined, quantity = 1): boolean {
  if (!size) {
    showToast('error', cartMessages.selectSize);
    return false;
  }
  const cart = $cart.get();
  const before = quantityOf(cart, productId, size);
  const isOverLimit = before + quantity > maxQuantityPerLine;
  if (before < maxQuantityPerLine) {
    change(addItem(cart, productId, size, quantity), productId, size, before + 1);
    $added.set({ productId, size });
  }
  showToast(isOverLimit ? 'info' : 'success', isOverLimit ? cartMessages.lineLimit : cartMessages.added);
  return before < maxQuantityPerLine;
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
    const code = await shoppersCode();
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
