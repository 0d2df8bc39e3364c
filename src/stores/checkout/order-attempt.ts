import { atom, computed } from 'nanostores';
import { parseStored, readTab, writeTab } from '../../client/tab-storage.ts';
import type { PlaceOrderBody } from '../../contract/routes.ts';
import type { PaymentMethod } from '../../domain/order.ts';
import { $userEmail } from '../session/session.ts';

/** A request for an order and the key that makes its repetition the same order. */
export interface Attempt {
  key: string;
  method: PaymentMethod;
  body: PlaceOrderBody;
  /** The e-mail of whose it is. */
  owner: string | undefined;
  /** When it was first asked for, in ms. */
  at: number;
  /** It was sent and nobody knows whether the server has it. */
  isUnheard: boolean;
}

const ATTEMPT_KEY = 'taana-attempt';

/** A tap after that may well mean another order of the same pieces: it is asked first what became of this one. */
const REPEATED_MS = 10 * 60 * 1_000;

/** The server knows a request by its key for a day; the hour is for clocks and for the way. */
const KNOWN_MS = 23 * 60 * 60 * 1_000;

const $attempt = atom<Attempt | null>(null);

/** The attempt that this tab remembers until its order stands, where it is of whoever is logged in. */
export const $ownAttempt = computed([$attempt, $userEmail], (attempt, email) =>
  attempt && attempt.owner === email ? attempt : null,
);

/** Takes up what this tab remembers: the page may be a new one, or come back as it was left with another shopper before it. */
export function recallAttempt(): void {
  const attempt = attemptFrom(parseStored(readTab(ATTEMPT_KEY)));
  $attempt.set(attempt && Date.now() - attempt.at < KNOWN_MS ? attempt : null);
}

export function rememberAttempt(attempt: Attempt | null): void {
  $attempt.set(attempt);
  writeTab(ATTEMPT_KEY, attempt && JSON.stringify(attempt));
}

/** The attempt for this very request: the one of a moment ago where nothing has changed, else a new one with a new key. */
export function attemptFor(method: PaymentMethod, body: PlaceOrderBody): Attempt {
  const at = Date.now();
  const known = $ownAttempt.get();
  const isSame = JSON.stringify([known?.method, known?.body]) === JSON.stringify([method, body]);
  if (known && isSame && at - known.at < REPEATED_MS) return known;
  return { key: crypto.randomUUID(), method, body, owner: $userEmail.get(), at, isUnheard: false };
}

/** What this file wrote; anything else in the storage is no attempt. */
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
