import { earlyOrdersKey, backInStockKey, subscriptionsIndexedKey, subscriptionsKey } from './keys.ts';
import { redis, run } from './redis.ts';
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
  await copyLists(backInStockKey('*', '*'), 'ZSCORE', async (lists) => {
    const pipeline = redis().pipeline();
    for (const list of lists) pipeline.zrange(list, 0, -1);
    return pipeline.exec<string[][]>();
  });
  await copyLists(earlyOrdersKey('*'), 'HGET', async (lists) => {
    const pipeline = redis().pipeline();
    for (const list of lists) pipeline.hkeys(list);
    return pipeline.exec<string[][]>();
  });
}

/**
 * @param pattern of the lists' names, including those of products that are no longer in the catalogue
 * @param entryOf the command that reads an entry
 * @param emailsOn reads the emails on lists
 */
async function copyLists(
  pattern: string,
  entryOf: 'ZSCORE' | 'HGET',
  emailsOn: (lists: readonly string[]) => Promise<string[][]>,
): Promise<void> {
  for (let cursor = ''; cursor !== '0';) {
    const [next, lists] = await redis().scan(cursor || '0', { match: pattern, count: SCANNED });
    const emails = lists.length > 0 ? await emailsOn(lists) : [];
    const wishes = lists.flatMap((list, at): Listed[] =>
      (emails[at] ?? []).map((email) => ({ list, email })),
    );
    for (let from = 0; from < wishes.length; from += AT_ONCE) {
      await copy(wishes.slice(from, from + AT_ONCE), entryOf);
    }
    cursor = next;
  }
}

async function copy(wishes: readonly Listed[], entryOf: string): Promise<void> {
  const keys = wishes.flatMap(({ list, email }) => [list, subscriptionsKey(email)]);
  await run(copySubscriptions, keys, [entryOf, ...wishes.map(({ email }) => email)]);
}
