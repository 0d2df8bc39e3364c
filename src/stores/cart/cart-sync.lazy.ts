import { type Answer, call } from '../../client/api.ts';
import { readTab, writeTab } from '../../client/tab-storage.ts';
import { cartPageMessages } from '../../contract/messages/cart-page.ts';
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
} from './cart-changes.ts';
import { authorised } from '../session/authorised.ts';
import { $token } from '../session/session.ts';
import { showToast } from '../page/toasts.ts';
import { crossTabLock } from '../page/cross-tab-lock.ts';

/** The server's half of the cart: what stores/cart/cart has noted is sent, what the server has is shown. */
const inTurn = crossTabLock('cart');

/** Sends what the server does not know yet. Silent (specification §7): what fails stays noted for the next time. */
export async function syncCart(): Promise<void> {
  await inTurn(send);
}

async function send(): Promise<void> {
  if ($unsynced.get().includes(UNMERGED) && !(await readFromServer()).success) return;
  for (let note = nextNote(); note !== undefined && $token.get(); note = nextNote()) {
    const { productId: itemId, size } = lineOf(note);
    const afterAdd = expectedAfterAdd.get(note);
    expectedAfterAdd.delete(note);
    const sent = afterAdd ?? quantityOf($cart.get(), itemId, size);
    const answer = await (afterAdd === undefined
      ? authorised('cart.update', { itemId, size, quantity: sent }, { keepalive: true })
      : authorised('cart.add', { itemId, size }, { keepalive: true }));
    if (!answer.success && isPassing(answer)) return;
    // A refused cart/add is told once more as a quantity; a refused quantity is the server's last word.
    const isSettled = answer.success
      ? sent === quantityOf($cart.get(), itemId, size)
      : afterAdd === undefined;
    if (isSettled) $unsynced.set($unsynced.get().filter((other) => other !== note));
  }
}

function nextNote(): Note | undefined {
  return $unsynced.get().find((note) => note !== UNMERGED);
}

/** Failures that say nothing about the line itself, so that trying later makes sense. */
function isPassing({ code }: Exclude<Answer<'cart.add'>, { success: true }>): boolean {
  return ['network', 'unauthorised', 'too-many', 'unavailable', 'failed', 'not-open'].includes(code);
}

/** Shows the server's cart; lines that it does not know yet stay as they are here. A failure is told. */
export async function loadCart(): Promise<void> {
  const answer = await inTurn(readFromServer);
  if (answer.success) void syncCart();
  else if (answer.code === 'network') showToast('error', cartPageMessages.loadFailed);
  else if (answer.code !== 'unauthorised') showToast('error', answer.message);
}

/**
 * Joins the visitor's cart with the account's: union of lines, the larger quantity stays, and only lines that differ
 * are sent. Noted before it begins, so that a page closed on the way merges on the next one. Over when the cart on
 * screen is the merged one; the sending goes on behind.
 */
export async function mergeAtLogin(): Promise<void> {
  $unsynced.set([UNMERGED]);
  await inTurn(readFromServer);
  void syncCart();
}

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
  // "One more" was counted from the cart before this answer.
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
    // What another tab has sent meanwhile, or a call whose answer was lost, need not be sent again.
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
  writeTab(READ_AT_KEY, String(Date.now()));
  return answer;
}

/** Sends what a shopper who logs out had changed, with the token that is about to go. */
export async function sendBeforeSignOut(cart: Cart, lines: readonly Line[], token: string): Promise<void> {
  for (const { productId, size } of lines) {
    const quantity = quantityOf(cart, productId, size);
    await call('cart.update', { itemId: productId, size, quantity }, { token, keepalive: true });
  }
}
