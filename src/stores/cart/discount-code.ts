import { persistentAtom } from '@nanostores/persistent';
import { computed } from 'nanostores';
import { parseStored } from '../../client/tab-storage.ts';
import { $userEmail } from '../session/session.ts';

/** A code that a shopper has put on their cart, as this browser remembers it from the cart to the order. */
export interface AppliedCode {
  code: string;
  /** Of the subtotal. */
  percent: number;
  /** The e-mail of whose it is. */
  owner: string | null;
  /** The order that was asked for with it and waits for its money; null before. */
  orderId: string | null;
}

const $kept = persistentAtom<AppliedCode | undefined>('taana-code', undefined, {
  encode: JSON.stringify,
  decode: (text) => appliedFrom(parseStored(text)),
});

/** The code of whoever is logged in; null without one. */
export const $appliedCode = computed([$kept, $userEmail], (kept, email) =>
  kept && kept.owner === (email ?? null) ? kept : null,
);

export function keepCode(code: string, percent: number): void {
  $kept.set({ code, percent, owner: $userEmail.get() ?? null, orderId: null });
}

export function forgetCode(): void {
  $kept.set(undefined);
}

/** An order was asked for with this code: when that stands, the code is used. Another one on the cart by now stays. */
export function tieCode(code: string, orderId: string): void {
  const applied = $appliedCode.get();
  if (applied?.code === code) $kept.set({ ...applied, orderId });
}

/** This order stands: the code goes where it was the one of it. */
export function spendCode(orderId: string): void {
  if ($kept.get()?.orderId === orderId) forgetCode();
}

/** What this file wrote; anything else in the storage is no code. */
function appliedFrom(stored: unknown): AppliedCode | undefined {
  const isApplied =
    typeof stored === 'object' &&
    stored !== null &&
    'code' in stored &&
    typeof stored.code === 'string' &&
    'percent' in stored &&
    typeof stored.percent === 'number' &&
    stored.percent > 0 &&
    stored.percent <= 100 &&
    'owner' in stored;
  return isApplied ? { orderId: null, ...(stored as Omit<AppliedCode, 'orderId'>) } : undefined;
}
