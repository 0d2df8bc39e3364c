import { type Answer, call } from '../../client/api.ts';
import { readTab, writeTab } from '../../client/tab-storage.ts';
import { cartPageMessages } from '../../contract/messages/cart-and-wishlist.ts';
import { type Cart, entriesOf, quantityOf, setQuantity as withQuantity } from '../../domain/cart.ts';
import { mergeCarts } from '../../domain/merge.ts';
import { $cart, cartFrom } from './cart.ts';
import {
  $unsynced,
  expectedAfterAdd,
  type Line,
  lineOf,
  type Note,
  noteOf,
  UNMERGED,
} from './pending-changes.ts';
import { authorised } from '../session/authorised.ts';
import { $token } from '../session/session.ts';
import { showToast } from '../page/toasts.ts';
import { crossTabLock } from '../page/cross-tab-lock.ts';

/** Syncs the cart with the server: sends the lines that stores/cart/cart-changes noted and shows the server's cart. */
const inTurn = crossTabLock('cart');

/** Sends unsynced lines. Lines whose result is unknown stay noted for the next time; a refusal shows its sentence. */
export async function syncCart(): Promise<void> {
  await inTurn(send);
}

async function send(): Promise<void> {
  if ($unsynced.get().includes(UNMERGED) && !(await readFromServer()).success) return;
  const left = new Set<Note>();
  for (let note = nextNote(left); note !== undefined && $token.get(); note = nextNote(left)) {
    const { productId: itemId, size } = lineOf(note);
    const afterAdd = expectedAfterAdd.get(note);
    expectedAfterAdd.delete(note);
    const sent = afterAdd ?? quantityOf($cart.get(), itemId, size);
    const answer = await (afterAdd === undefined
      ? authorised('cart.update', { itemId, size, quantity: sent }, { keepalive: true })
      : authorised('cart.add', { itemId, size }, { keepalive: true }));
    if (!answer.success && isPassing(answer)) return;
    const isUnknown = !answer.success && answer.code === 'failed';
    if (!answer.success) sayRefusal(answer.message, isUnknown || afterAdd === undefined);
    if (isUnknown) {
      left.add(note);
      continue;
    }
    // A refused cart.add is sent once more as a quantity; if the server refuses the quantity, that is final.
    const isSettled = answer.success
      ? sent === quantityOf($cart.get(), itemId, size)
      : afterAdd === undefined;
    if (isSettled) $unsynced.set($unsynced.get().filter((other) => other !== note));
  }
}

/** A refused cart.add is sent again, so only its final refusal is shown. */
function sayRefusal(message: string, isFinal: boolean): void {
  if (isFinal) showToast('error', message);
}

function nextNote(left: ReadonlySet<Note>): Note | undefined {
  return $unsynced.get().find((note) => note !== UNMERGED && !left.has(note));
}

/** Failures of every call, not of this line, so all lines wait. */
function isPassing({ code }: Exclude<Answer<'cart.add'>, { success: true }>): boolean {
  return ['network', 'unauthorised', 'too-many', 'unavailable', 'not-open'].includes(code);
}

/**
 * Shows the server's cart; unsynced lines keep the quantity of this device. A failure shows a toast, unless this device
 * has no copy: then the screens of the cart say so.
 */
export async function loadCart(): Promise<void> {
  const answer = await inTurn(readFromServer);
  if (answer.success) void syncCart();
  else if (answer.code === 'network') {
    if (entriesOf($cart.get()).length > 0) showToast('error', cartPageMessages.loadFailed);
  } else if (answer.code !== 'unauthorised') showToast('error', answer.message);
}

/**
 * Merges the visitor's cart with the account's: union of lines, the larger quantity wins, and only lines that differ
 * are sent. UNMERGED is noted first, so that the next page continues if this one is closed. Resolves when the screen
 * shows the merged cart; the sending continues in the background.
 */
export async function mergeAtLogin(): Promise<void> {
  $unsynced.set([UNMERGED]);
  await inTurn(readFromServer);
  void syncCart();
}

/** cart-read.ts reads it too. */
const READ_AT_KEY = 'taana-cart-read';
const FRESH_MS = 60_000;

/** Whether this tab has read the server's cart within the last minute. */
export function isCartFresh(): boolean {
  const age = Date.now() - Number(readTab(READ_AT_KEY) ?? 0);
  return age >= 0 && age < FRESH_MS;
}

async function readFromServer(): Promise<Answer<'cart.get'>> {
  const answer = await authorised('cart.get', undefined);
  if (!answer.success) return answer;
  const theirs = cartFrom(answer.cartData);
  const ours = $cart.get();
  const notes = $unsynced.get();
  // Before the cart changes: its listeners read it.
  writeTab(READ_AT_KEY, String(Date.now()));
  // The expected quantities were counted from the cart before this answer.
  expectedAfterAdd.clear();
  if (notes.includes(UNMERGED)) {
    const merged = mergeCarts(theirs, ours);
    const differing = entriesOf(merged).filter(
      ({ productId, size, quantity }) => quantityOf(theirs, productId, size) !== quantity,
    );
    $unsynced.set(differing.map(({ productId, size }) => noteOf(productId, size)));
    $cart.set(merged);
  } else {
    const lines = notes.map(lineOf);
    // Lines that another tab has sent, or whose answer was lost, are already right on the server.
    const unsent = lines.filter(
      ({ productId, size }) => quantityOf(theirs, productId, size) !== quantityOf(ours, productId, size),
    );
    if (unsent.length < lines.length)
      $unsynced.set(unsent.map(({ productId, size }) => noteOf(productId, size)));
    $cart.set(
      lines.reduce(
        (cart, { productId, size }) => withQuantity(cart, productId, size, quantityOf(ours, productId, size)),
        theirs,
      ),
    );
  }
  return answer;
}

/** Sends the unsynced lines of a shopper who logs out, with the token that is about to be revoked. */
export async function sendBeforeSignOut(cart: Cart, lines: readonly Line[], token: string): Promise<void> {
  for (const { productId, size } of lines) {
    const quantity = quantityOf(cart, productId, size);
    await call('cart.update', { itemId: productId, size, quantity }, { token, keepalive: true });
  }
}
