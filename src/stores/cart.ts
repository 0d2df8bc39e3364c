import { persistentAtom } from '@nanostores/persistent';
import { parseStored } from '../client/tab.ts';
import { cartMessages } from '../contract/messages/cart.ts';
import {
  addItem,
  type Cart,
  type CartEntry,
  emptyCart,
  quantityOf,
  setQuantity as withQuantity,
} from '../domain/cart.ts';
import { shop } from '../domain/shop.ts';
import { $token, atSignOut } from './session.ts';
import { showToast } from './toasts.ts';

/**
 * The cart answers at once and syncs behind. Every change of a logged-in shopper is first noted as unsynced, in
 * storage, and the note goes when the server has confirmed the quantity that the screen shows. So nothing is lost to a
 * bad network, a closed page or a reload: what is noted is sent again, as an absolute quantity that may arrive twice.
 */
export const $cart = persistentAtom<Cart>(shop.storageKeys.cart, emptyCart, {
  encode: JSON.stringify,
  decode: (text) => cartFrom(parseStored(text)),
});

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
  const isOverLimit = before + quantity > shop.maxQuantityPerLine;
  if (before < shop.maxQuantityPerLine) {
    change(addItem(cart, productId, size, quantity), productId, size, before + 1);
  }
  showToast(isOverLimit ? 'info' : 'success', isOverLimit ? cartMessages.lineLimit : cartMessages.added);
  return before < shop.maxQuantityPerLine;
}

/** The stepper: never below 1 (removing is its own button), never above the line's limit. */
export function setQuantity(productId: string, size: string, quantity: number): void {
  const cart = $cart.get();
  const wanted = Math.min(Math.max(1, quantity), shop.maxQuantityPerLine);
  if (quantity > wanted) showToast('info', cartMessages.lineLimit);
  if (wanted !== quantityOf(cart, productId, size))
    change(withQuantity(cart, productId, size, wanted), productId, size);
}

export function removeLine(productId: string, size: string): void {
  change(withQuantity($cart.get(), productId, size, 0), productId, size);
}

/**
 * Takes ordered pieces out of the cart; what was put in meanwhile, in another tab, stays. Nothing is sent: the server
 * takes them out of its own cart in the same step that places the order.
 */
export function takeOutOrdered(ordered: readonly CartEntry[]): void {
  const left = (cart: Cart, { productId, size, quantity }: CartEntry) =>
    withQuantity(cart, productId, size, quantityOf(cart, productId, size) - quantity);
  $cart.set(ordered.reduce(left, $cart.get()));
}

/** Quantities that a line has at the server once its pending cart/add has arrived. */
export const expectedAfterAdd = new Map<Note, number>();

function change(next: Cart, productId: string, size: string, afterAdd?: number): void {
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
    const { syncCart } = await import('./cart-sync.ts');
    await syncCart();
  } catch {
    // The code did not arrive: the note is in storage, and the next page sends what it says.
  }
}

atSignOut((token) => {
  const cart = $cart.get();
  const lines = $unsynced
    .get()
    .filter((note) => note !== UNMERGED)
    .map(lineOf);
  $unsynced.set(nothingNoted);
  $cart.set(emptyCart);
  return token && lines.length > 0 ? sayLastWords(cart, lines, token) : undefined;
});

async function sayLastWords(cart: Cart, lines: readonly Line[], token: string): Promise<void> {
  const { sendLastWords } = await import('./cart-sync.ts');
  await sendLastWords(cart, lines, token);
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

/** What of a stored or received value is a cart: anything else in it is left out. */
export function cartFrom(value: unknown): Cart {
  let cart = emptyCart;
  for (const [productId, sizes] of Object.entries(value ?? {})) {
    for (const [size, quantity] of Object.entries(sizes ?? {})) {
      if (Number.isInteger(quantity)) cart = withQuantity(cart, productId, size, Number(quantity));
    }
  }
  return cart;
}
