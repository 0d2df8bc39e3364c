import { persistentAtom } from '@nanostores/persistent';
import { computed } from 'nanostores';
import { parseStored } from '../../client/tab-storage.ts';
import type { RazorpayReceipt } from '../../contract/routes.ts';
import type { CartEntry } from '../../domain/cart.ts';
import type { Provider } from '../../domain/order.ts';
import { $userEmail } from '../session/session.ts';
import { onSignOut } from '../session/session-change.ts';

/** An order that waits for its money, as this device remembers it. */
export interface UnpaidOrder {
  orderId: string;
  /** Null where the payment began on another device. */
  method: Provider | null;
  /** The e-mail of whose it is. */
  owner: string | null;
  /** What leaves the cart when the order stands; empty where this device does not know it. */
  items: readonly CartEntry[];
  /** When its payment began here, in ms. */
  at: number;
  /** The window has said that the money is there, and the server has not answered yet. */
  receipt: RazorpayReceipt | null;
  /** What became of the last try to pay, for whoever reads it later than a toast lasts. */
  problem: string | null;
  /** It cannot be paid any more: only `problem` is left to be read. */
  isOver: boolean;
}

/**
 * Noted before the shopper goes to pay, because the page may not be there any more when the payment comes back; gone
 * when the order is known to stand. One note: a later order replaces it, and /orders shows all that are unpaid.
 */
const $unpaid = persistentAtom<UnpaidOrder | undefined>('taana-unpaid', undefined, {
  encode: JSON.stringify,
  decode: (text) => unpaidFrom(parseStored(text)),
});

/** The note of whoever is logged in. */
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

/** Changes the note of this order, where there is one. */
export function changeUnpaid(
  orderId: string,
  change: Pick<Partial<UnpaidOrder>, 'receipt' | 'problem' | 'isOver'>,
): void {
  const unpaid = $unpaid.get();
  if (unpaid?.orderId === orderId) $unpaid.set({ ...unpaid, ...change });
}

/** What is noted of this order. */
export function unpaidOf(orderId: string): UnpaidOrder | null {
  const unpaid = $ownUnpaid.get();
  return unpaid?.orderId === orderId ? unpaid : null;
}

/** The note of this order goes; that of another one stays. */
export function forgetUnpaid(orderId: string): void {
  if ($unpaid.get()?.orderId === orderId) $unpaid.set(undefined);
}

/** Another order has ended the one that was noted before it. What is still to be said of its money stays. */
export function forgetOlderUnpaid(orderId: string): void {
  const unpaid = $unpaid.get();
  if (unpaid && unpaid.orderId !== orderId && !unpaid.receipt && !unpaid.isOver) $unpaid.set(undefined);
}

onSignOut(() => {
  $unpaid.set(undefined);
  return undefined;
});

/** What this file wrote; anything else in the storage is no note. */
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
