import { persistentAtom } from '@nanostores/persistent';
import { computed } from 'nanostores';
import { parseStored } from '../../client/tab-storage.ts';
import { $userEmail } from '../session/session.ts';

/** The discount code of the cart, which this browser stores from the cart to the order. */
export interface AppliedCode {
  code: string;
  /** Percent of the subtotal. */
  percent: number;
  /** The email of its shopper. */
  owner: string | null;
  /** The unpaid order that uses it; null before the order. */
  orderId: string | null;
}

const $kept = persistentAtom<AppliedCode | undefined>('taana-code', undefined, {
  encode: JSON.stringify,
  decode: (text) => appliedFrom(parseStored(text)),
});

/** The code of the logged-in shopper; null without one. */
export const $appliedCode = computed([$kept, $userEmail], (kept, email) =>
  kept && kept.owner === (email ?? null) ? kept : null,
);

export function keepCode(code: string, percent: number): void {
  $kept.set({ code, percent, owner: $userEmail.get() ?? null, orderId: null });
}

export function forgetCode(): void {
  $kept.set(undefined);
}

/** Ties the code to an order: when the order is placed, the code is used. Another code on the cart stays. */
export function tieCode(code: string, orderId: string): void {
  const applied = $appliedCode.get();
  if (applied?.code === code) $kept.set({ ...applied, orderId });
}

/** This order is placed: removes the code if the order used it. */
export function spendCode(orderId: string): void {
  if ($kept.get()?.orderId === orderId) forgetCode();
}

/** Accepts only values that this module wrote. */
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
