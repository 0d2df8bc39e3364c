import { earlyOrdersKey, backInStockKey, subscriptionsIndexedKey, subscriptionsKey } from './keys.ts';
import { redis, run } from './redis.ts';
import { copySubscriptions } from './subscriptions.lua.ts';

/**
 * Wishes from before each e-mail had an index of its own. Whoever needs all wishes of an e-mail brings the old ones in
 * first (storage/subscriptions), until the daily run has done it and noted so. It alone notes it: hours after a deploy no
 * function of the former deploy, which knows no index, can still be writing.
 */

/** Key names that Redis looks at in one step. */
const SCANNED = 1_000;

/** Wishes in one script: it holds up everybody else for about a millisecond. */
const AT_ONCE = 500;

/** A wish on a waiting list. */
interface Listed {
  list: string;
  email: string;
}

/** Brings every old wish into the index and notes that; nothing where that was done before. */
export async function indexSubscriptions(): Promise<void> {
  if ((await redis().exists(subscriptionsIndexedKey())) === 1) return;
  await copyOldSubscriptions();
  await redis().set(subscriptionsIndexedKey(), '1');
}

/** Brings every old wish into the index. It may run at any time, also twice at once. */
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
 * @param pattern of the lists' names: also of products that have left the catalogue
 * @param entryOf the command that reads an entry
 * @param emailsOn reads who is on lists
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
