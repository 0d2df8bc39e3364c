import { persistentAtom } from '@nanostores/persistent';
import { computed } from 'nanostores';
import { parseStored } from '../../client/tab-storage.ts';
import type { RazorpayReceipt } from '../../contract/calls/payment.ts';
import type { CartEntry } from '../../domain/cart.ts';
import type { Provider } from '../../domain/order.ts';
import { $userEmail } from '../session/session.ts';
import { onSignOut } from '../session/session-change.ts';

/** An unpaid order, as stored on this device. */
export interface UnpaidOrder {
  orderId: string;
  /** Null if the payment began on another device. */
  method: Provider | null;
  /** The email of its shopper. */
  owner: string | null;
  /** The items to remove from the cart when the order is placed; empty if this device does not know them. */
  items: readonly CartEntry[];
  /** When its payment began here, in ms. */
  at: number;
  /** The window reported a payment, and the server has not confirmed it yet. */
  receipt: RazorpayReceipt | null;
  /** The result of the last payment attempt, shown longer than a toast. */
  problem: string | null;
  /** It cannot be paid any more: only `problem` is still shown. */
  isOver: boolean;
}

/**
 * Stored before the shopper goes to pay, because the page may be gone when the payment returns; removed when the order
 * is known to be placed. There is one note: a later order replaces it, and /orders lists all unpaid orders.
 */
const $unpaid = persistentAtom<UnpaidOrder | undefined>('taana-unpaid', undefined, {
  encode: JSON.stringify,
  decode: (text) => unpaidFrom(parseStored(text)),
});

/** The note of the logged-in shopper. */
export const $ownUnpaid = computed([$unpaid, $userEmail], (unpaid, email) =>
  unpaid && unpaid.owner === (email ?? null) ? unpaid : null,
);

export function noteUnpaid(
  orderId: string,
  what: Pick<UnpaidOrder, 'method' | 'items'> & { problem?: string; isOver?: boolean },
): void {
  const owner = $userEmail.get() ?? null;
  $unpaid.set({ orderId, owner, at: Date.now(), receipt: null, problem: null, isOver: false, ...what });
}

/** Changes the note if it is about this order. */
export function changeUnpaid(
  orderId: string,
  change: Pick<Partial<UnpaidOrder>, 'receipt' | 'problem' | 'isOver'>,
): void {
  const unpaid = $unpaid.get();
  if (unpaid?.orderId === orderId) $unpaid.set({ ...unpaid, ...change });
}

/** The note, if it is about this order. */
export function unpaidOf(orderId: string): UnpaidOrder | null {
  const unpaid = $ownUnpaid.get();
  return unpaid?.orderId === orderId ? unpaid : null;
}

/** Removes the note if it is about this order. */
export function forgetUnpaid(orderId: string): void {
  if ($unpaid.get()?.orderId === orderId) $unpaid.set(undefined);
}

/**
 * Removes the note of an earlier order that this order has replaced. A note with a receipt or a final message stays.
 */
export function forgetOlderUnpaid(orderId: string): void {
  const unpaid = $unpaid.get();
  if (unpaid && unpaid.orderId !== orderId && !unpaid.receipt && !unpaid.isOver) $unpaid.set(undefined);
}

onSignOut(() => {
  $unpaid.set(undefined);
  return undefined;
});

/** Accepts only values that this module wrote. */
function unpaidFrom(stored: unknown): UnpaidOrder | undefined {
  const isNote =
    typeof stored === 'object' &&
    stored !== null &&
    'orderId' in stored &&
    typeof stored.orderId === 'string' &&
    'items' in stored &&
    Array.isArray(stored.items) &&
    'at' in stored &&
    typeof stored.at === 'number';
  return isNote ? (stored as UnpaidOrder) : undefined;
}
