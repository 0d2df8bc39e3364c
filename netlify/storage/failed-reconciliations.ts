import { commit } from './commit.ts';
import { failedReconciliationsKey, emailOutboxKey, orderKey, watchKey } from './keys.ts';
import { emailName } from './email-outbox.ts';
import { redis } from './redis.ts';
import { readDocument, writeDocument } from './document-versions.ts';

/** Orders that could not be looked at. What changes an order, or looks at it, takes it off this list (storage/orders). */
export interface FailedReconciliation {
  /** When it failed first, in ms. */
  since: number;
  why: string;
  /** When (ms) the shop gave up and told the owner; null while it tries again. */
  endedAt: number | null;
}

/** What is known of failed looks at an order, and the order's text as it stands now; null where there is none. */
export async function readFailedReconciliation(
  orderId: string,
): Promise<{ failed: FailedReconciliation | null; text: string | null }> {
  const pipeline = redis().pipeline().hget(failedReconciliationsKey(), orderId).get(orderKey(orderId));
  // What stands there may be no text at all.
  const [failed, text] = await pipeline.exec<[string | null, string | null]>({ keepErrors: true });
  const known = failed.result ? readDocument<FailedReconciliation>('failed look', failed.result) : null;
  return { failed: known, text: text.result ?? null };
}

/** All orders that the shop has given up looking at, by their ids. */
export async function readAbandonedReconciliations(): Promise<Map<string, FailedReconciliation>> {
  const flat = ((await redis().hgetall(failedReconciliationsKey())) ?? []) as unknown as string[];
  const ended = new Map<string, FailedReconciliation>();
  for (let at = 0; at < flat.length; at += 2) {
    const failed = readDocument<FailedReconciliation>('failed look', flat[at + 1] ?? '');
    if (failed.endedAt !== null) ended.set(flat[at] ?? '', failed);
  }
  return ended;
}

/**
 * Notes a failed look, and when (ms) to look again; null for never. Nothing happens where the order is another by now:
 * what changed it has noted its own time.
 * @param text the order's, as it was when the look failed
 * @param email kind of the one that the owner gets now; null for none
 */
export async function noteFailedReconciliation(
  orderId: string,
  failed: FailedReconciliation,
  { next, text, email }: { next: number | null; text: string | null; email: string | null },
): Promise<void> {
  await commit(null, {
    expect: text === null ? [] : [{ key: orderKey(orderId), text }],
    ...{ pieces: [], lower: [], forget: [] },
    writes: [
      ['HSET', failedReconciliationsKey(), orderId, writeDocument('failed look', failed)],
      next === null ? ['ZREM', watchKey(), orderId] : ['ZADD', watchKey(), next, orderId],
      ...(email === null
        ? []
        : [
            [
              'ZADD',
              emailOutboxKey(),
              'NX',
              failed.endedAt ?? failed.since,
              emailName({ about: orderId, kind: email }),
            ] as [string, string, ...(string | number)[]],
          ]),
    ],
  });
}
