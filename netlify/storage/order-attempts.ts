/** The result of an order attempt, kept under its idempotency key: the first result counts. */
import { type Order, type PaymentMethod, paymentMethods } from '../../src/domain/order.ts';
import { DAY_MS, MINUTE_MS } from '../../src/domain/time-units.ts';
import { type Change, commit, type Write } from './transaction.ts';
import { readDocument, writeDocument } from './document-versions.ts';
import type { Shopper } from './session-and-limits.ts';
import { idempotencyKey, justPaidKey, variant } from './keys.ts';
import { currentHash } from './person-hash.ts';

/** How long a repeated request gets the earlier result: its order or its refusal. */
const IDEMPOTENCY_MS = DAY_MS;

/**
 * How long a request without a key, or one for pieces that were just paid, counts as a retry: longer than a retry
 * takes, shorter than until a second order.
 */
const IDENTICAL_MS = 2 * MINUTE_MS;

/** The order attempt: its idempotency key and a hash of the request. */
export interface Attempt {
  key: string;
  fingerprint: string;
  /**
   * The request has no Idempotency-Key: its content is its key, for two minutes, and only an order is recorded, no
   * refusal.
   */
  isKeyless?: boolean;
}

/** Identifies the content of a request: the payment method and `Order.content`. */
export function fingerprintOf(method: PaymentMethod, content: string): string {
  return `${method}-${content}`;
}

/** The order attempt of a request without a key. A client's key cannot contain a colon. */
export function keylessAttempt(fingerprint: string): Attempt {
  return { key: `identical:${fingerprint}`, fingerprint, isKeyless: true };
}

/** The result of an order attempt. */
export type AttemptEnd =
  /** An earlier request with this key made this order. */
  | { outcome: 'known'; orderId: string }
  /** It was refused; `refusal` is the text that `endRefused` was given. */
  | { outcome: 'refused'; refusal: string }
  /** The key belongs to another request. */
  | { outcome: 'key-reused' };

/**
 * Records the refusal under the idempotency key, so that a delayed retry cannot place the order, even if the pieces are
 * back in stock: the shopper was told that nothing was ordered. It keeps an earlier result of the attempt. It records
 * no refusal of a request without a key, because the same request may succeed a moment later.
 * @param refusal the reason, as any text
 * @param forget keys to delete in the same step
 * @throws SessionEnded, TooMany
 */
export async function endRefused(
  shopper: Shopper,
  attempt: Attempt,
  refusal: string,
  forget: Change['forget'] = [],
): Promise<AttemptEnd> {
  const before = await end(shopper, attempt, refusal, forget);
  return before ? endFrom(before, attempt) : { outcome: 'refused', refusal };
}

/**
 * Ends an order attempt, whatever its content, unless it has a result: a delayed retry then finds its key used.
 * @returns the id of the order that it made; null if it cannot make one any more
 * @throws SessionEnded, TooMany
 */
export async function endGivenUp(shopper: Shopper, key: string): Promise<string | null> {
  const before = await end(shopper, { key, fingerprint: '' }, '');
  return before && 'orderId' in before ? before.orderId : null;
}

/** The result of an attempt, as stored under its key. */
type Kept = { fingerprint: string } & ({ orderId: string } | { refusal: string });

/** @returns the earlier result of the attempt; null if this call ended it */
async function end(
  shopper: Shopper,
  attempt: Attempt,
  refusal: string,
  forget: Change['forget'] = [],
): Promise<Kept | null> {
  const done = await commit(shopper, {
    expect: [notEnded(shopper, attempt)],
    pieces: [],
    lower: [],
    forget,
    writes: attempt.isKeyless ? [] : [endOf(shopper, attempt, { refusal })],
  });
  return done.outcome === 'stale' ? keptIn(done.found) : null;
}

export function keptIn(found: string | null): Kept | null {
  return found === null ? null : readDocument<Kept>('attempt', found);
}

export function notEnded({ session }: Shopper, { key }: Attempt): Change['expect'][number] {
  return { key: idempotencyKey(session.userId, key), text: null };
}

export function endOf(
  { session }: Shopper,
  { key, fingerprint, isKeyless = false }: Attempt,
  end: { orderId: string } | { refusal: string },
): Write {
  const kept: Kept = { fingerprint, ...end };
  const forMs = isKeyless ? IDENTICAL_MS : IDEMPOTENCY_MS;
  return ['SET', idempotencyKey(session.userId, key), writeDocument('attempt', kept), 'PX', forMs];
}

export function endFrom(kept: Kept | null, { fingerprint }: Attempt): AttemptEnd {
  if (kept === null || currentFingerprint(kept.fingerprint) !== fingerprint) return { outcome: 'key-reused' };
  return 'orderId' in kept
    ? { outcome: 'known', orderId: kept.orderId }
    : { outcome: 'refused', refusal: kept.refusal };
}

/** The fingerprint under the present PERSON_HASH_KEY, because a retry may come after a new key. */
function currentFingerprint(fingerprint: string): string {
  const dash = fingerprint.indexOf('-') + 1;
  return fingerprint.slice(0, dash) + currentHash(fingerprint.slice(dash));
}

/** The attempts of an order: an identical request without a key makes a new one as soon as they are deleted. */
export function keylessAttemptsOf({ id, userId, content }: Order): Change['forget'] {
  return paymentMethods.map((method) => {
    const { key, fingerprint } = keylessAttempt(fingerprintOf(method, content));
    const kept: Kept = { fingerprint, orderId: id };
    return { key: idempotencyKey(userId, key), text: writeDocument('attempt', kept) };
  });
}

type Bought = Pick<Order, 'id' | 'userId' | 'items'>;

/** What says for two minutes that this order was paid, for each of its variants. */
export function justPaidOf({ id, userId, items }: Bought): Change['forget'] {
  return items.map(({ productId, size }) => ({
    key: justPaidKey(userId, variant(productId, size)),
    text: id,
  }));
}

export function justPaidWrites(order: Bought): Write[] {
  return justPaidOf(order).map(({ key, text }) => ['SET', key, text, 'PX', IDENTICAL_MS]);
}
