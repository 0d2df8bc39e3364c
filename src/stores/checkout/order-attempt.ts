import { atom, computed } from 'nanostores';
import { parseStored, readTab, writeTab } from '../../client/tab-storage.ts';
import type { PlaceOrderBody } from '../../contract/calls/order.ts';
import type { PaymentMethod } from '../../domain/order.ts';
import { $userEmail } from '../session/session.ts';

/** An order attempt: a request for an order and its idempotency key. */
export interface Attempt {
  key: string;
  method: PaymentMethod;
  body: PlaceOrderBody;
  /** The email of its shopper. */
  owner: string | undefined;
  /** When it was first sent, in ms. */
  at: number;
  /** It was sent, and it is unknown whether the server received it. */
  isUnconfirmed: boolean;
}

const ATTEMPT_KEY = 'taana-attempt';

/**
 * After this time (ms) the same cart may mean a second order, so the result of the first attempt is requested first.
 */
const REPEATED_MS = 10 * 60 * 1_000;

/** The server stores an idempotency key for 24 hours; one hour is for clock differences and delays. */
const KNOWN_MS = 23 * 60 * 60 * 1_000;

const $attempt = atom<Attempt | null>(null);

/** The unfinished order attempt of this tab, if it belongs to the logged-in shopper. */
export const $ownAttempt = computed([$attempt, $userEmail], (attempt, email) =>
  attempt && attempt.owner === email ? attempt : null,
);

/**
 * Restores this tab's attempt: on a new page, or on a page from the back/forward cache whose memory may be another
 * shopper's.
 */
export function recallAttempt(): void {
  const attempt = attemptFrom(parseStored(readTab(ATTEMPT_KEY)));
  $attempt.set(attempt && Date.now() - attempt.at < KNOWN_MS ? attempt : null);
}

export function rememberAttempt(attempt: Attempt | null): void {
  $attempt.set(attempt);
  writeTab(ATTEMPT_KEY, attempt && JSON.stringify(attempt));
}

/** After its unpaid order was cancelled: the same cart is a new order, under a new key. */
export function forgetOnlineAttempt(): void {
  recallAttempt();
  if ($attempt.get()?.method !== 'cod') rememberAttempt(null);
}

/** The attempt for this request: the recent one if nothing has changed, else a new one with a new key. */
export function attemptFor(method: PaymentMethod, body: PlaceOrderBody): Attempt {
  const at = Date.now();
  const known = $ownAttempt.get();
  const isSame = JSON.stringify([known?.method, known?.body]) === JSON.stringify([method, body]);
  if (known && isSame && at - known.at < REPEATED_MS) return known;
  return { key: crypto.randomUUID(), method, body, owner: $userEmail.get(), at, isUnconfirmed: false };
}

/** Accepts only values that this module wrote. */
function attemptFrom(stored: unknown): Attempt | null {
  const isAttempt =
    typeof stored === 'object' &&
    stored !== null &&
    'key' in stored &&
    typeof stored.key === 'string' &&
    'at' in stored &&
    typeof stored.at === 'number' &&
    'method' in stored &&
    'body' in stored &&
    typeof stored.body === 'object' &&
    'items' in (stored.body ?? {});
  return isAttempt ? (stored as Attempt) : null;
}
