import { chunksOf } from '../../src/domain/chunks.ts';
import { earlyOrdersKey, backInStockKey, subscriptionsIndexedKey, subscriptionsKey } from './keys.ts';
import { type Pipeline, redis, run } from './redis.ts';
import { copySubscriptions } from './subscriptions.lua.ts';

/**
 * Subscriptions from before each email had an index of its own. A reader that needs all subscriptions of an email
 * copies the old ones first (storage/subscriptions), until the daily run has copied them and recorded that. Only the
 * daily run records it: hours after a deploy no function of the former deploy, which does not write the index, is
 * running.
 */

/** Number of key names that Redis scans in one step. */
const SCANNED = 1_000;

/** Subscriptions per script: one script blocks the database for about a millisecond. */
const AT_ONCE = 500;

/** An email on a list. */
interface Listed {
  list: string;
  email: string;
}

/** Copies all old subscriptions to the index and records that; does nothing if that was recorded before. */
export async function indexSubscriptions(): Promise<void> {
  if ((await redis().exists(subscriptionsIndexedKey())) === 1) return;
  await copyOldSubscriptions();
  await redis().set(subscriptionsIndexedKey(), '1');
}

/** Copies all old subscriptions to the index. It can run at any time, also in parallel. */
export async function copyOldSubscriptions(): Promise<void> {
  await copyLists(backInStockKey('*', '*'), 'ZSCORE', (pipeline, list) => pipeline.zrange(list, 0, -1));
  await copyLists(earlyOrdersKey('*'), 'HGET', (pipeline, list) => pipeline.hkeys(list));
}

/**
 * @param pattern of the lists' names, including those of products that are no longer in the catalogue
 * @param entryOf the command that reads an entry
 * @param askEmails adds the command that reads the emails on a list
 */
async function copyLists(
  pattern: string,
  entryOf: 'ZSCORE' | 'HGET',
  askEmails: (pipeline: Pipeline, list: string) => void,
): Promise<void> {
  for (let cursor = ''; cursor !== '0';) {
    const [next, lists] = await redis().scan(cursor || '0', { match: pattern, count: SCANNED });
    const pipeline = redis().pipeline();
    for (const list of lists) askEmails(pipeline, list);
    const emails = lists.length > 0 ? await pipeline.exec<string[][]>() : [];
    const entries = lists.flatMap((list, at): Listed[] =>
      (emails[at] ?? []).map((email) => ({ list, email })),
    );
    for (const part of chunksOf(entries, AT_ONCE)) await copy(part, entryOf);
    cursor = next;
  }
}

async function copy(entries: readonly Listed[], entryOf: string): Promise<void> {
  const keys = entries.flatMap(({ list, email }) => [list, subscriptionsKey(email)]);
  await run(copySubscriptions, keys, [entryOf, ...entries.map(({ email }) => email)]);
}
