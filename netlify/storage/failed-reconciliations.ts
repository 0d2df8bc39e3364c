import { commit, nothingElse, writesIf } from './transaction.ts';
import { failedReconciliationsKey, emailOutboxKey, orderKey, watchKey } from './keys.ts';
import { emailName } from './email-outbox.ts';
import { pairsOf, redis } from './redis.ts';
import { readDocument, writeDocument } from './document-versions.ts';

/**
 * Orders whose check failed. A successful check, or any change of the order, removes it from this list
 * (storage/orders).
 */
export interface FailedReconciliation {
  /** When the check first failed, in ms. */
  since: number;
  why: string;
  /** When (ms) the shop gave up and informed the owner; null while it retries. */
  endedAt: number | null;
}

/** The failed checks of an order, and the order's current text; null if there is none. */
export async function readFailedReconciliation(
  orderId: string,
): Promise<{ failed: FailedReconciliation | null; text: string | null }> {
  const pipeline = redis().pipeline().hget(failedReconciliationsKey(), orderId).get(orderKey(orderId));
  // The key may hold something other than text.
  const [failed, text] = await pipeline.exec<[string | null, string | null]>({ keepErrors: true });
  const known = failed.result ? readDocument<FailedReconciliation>('failed look', failed.result) : null;
  return { failed: known, text: text.result ?? null };
}

/** All orders whose check the shop has given up, by id. */
export async function readAbandonedReconciliations(): Promise<Map<string, FailedReconciliation>> {
  const all = pairsOf(await redis().hgetall(failedReconciliationsKey())).map(
    ([id, text]) => [id, readDocument<FailedReconciliation>('failed look', text)] as const,
  );
  return new Map(all.filter(([, { endedAt }]) => endedAt !== null));
}

/**
 * Records a failed check and when (ms) to check again; null for never. It does nothing if the order has changed since:
 * that change has set its own time.
 * @param text the order's text when the check failed
 * @param email kind of the email to the owner; null for none
 */
export async function noteFailedReconciliation(
  orderId: string,
  failed: FailedReconciliation,
  { next, text, email }: { next: number | null; text: string | null; email: string | null },
): Promise<void> {
  const name = emailName({ about: orderId, kind: email ?? '' });
  await commit(null, {
    ...nothingElse,
    expect: text === null ? [] : [{ key: orderKey(orderId), text }],
    writes: [
      ['HSET', failedReconciliationsKey(), orderId, writeDocument('failed look', failed)],
      next === null ? ['ZREM', watchKey(), orderId] : ['ZADD', watchKey(), next, orderId],
      ...writesIf(email !== null, ['ZADD', emailOutboxKey(), 'NX', failed.endedAt ?? failed.since, name]),
    ],
  });
}
