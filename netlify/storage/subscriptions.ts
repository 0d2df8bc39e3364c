import type { Interest } from './early-orders.ts';
import {
  newsletterKey,
  backInStockClaimsKey,
  partsOfVariant,
  waitlistKey,
  subscriptionsIndexedKey,
  subscriptionsKey,
} from './keys.ts';
import { personHash } from './person-hash.ts';
import type { Subscription } from './newsletter.ts';
import { pairsOf, redis, run } from './redis.ts';
import { forgetSubscriptions as forgetScript } from './subscriptions.lua.ts';
import { readDocument } from './document-versions.ts';
import type { WaitlistEntry } from './waitlist.ts';
import { copyOldSubscriptions } from './subscription-index.ts';

/** An email's subscriptions and early orders, over all lists. */
export interface Subscriptions {
  /** Its back-in-stock subscriptions; `since` in ms. */
  sizes: { productId: string; size: string; since: number }[];
  /** Its early orders. */
  interests: (Interest & { productId: string })[];
}

/** The cost does not depend on the number of products: one hash per email has everything. */
export async function readSubscriptionsOf(email: string): Promise<Subscriptions> {
  const found: Subscriptions = { sizes: [], interests: [] };
  for (const { list, text } of await readIndex(email)) {
    const { productId, size } = partsOfList(list);
    if (size === undefined)
      found.interests.push({ productId, ...readDocument<Interest>('early order', text) });
    else found.sizes.push({ productId, size, since: Number(text) });
  }
  found.sizes.sort((a, b) => a.since - b.since);
  found.interests.sort((a, b) => a.at - b.at);
  return found;
}

/** Removes an email from the lists that it joined at this time (ms) or before. */
export async function forgetSubscriptions(email: string, until: number): Promise<void> {
  const entries = (await readIndex(email)).filter(({ since }) => since <= until);
  if (entries.length === 0) return;
  const lists = entries.flatMap(({ list }) => {
    const { productId, size } = partsOfList(list);
    return [list, size === undefined ? list : backInStockClaimsKey(productId, size)];
  });
  await run(forgetScript, [subscriptionsKey(email), ...lists], [email, ...entries.map(({ text }) => text)]);
}

/** An entry of a list, as it is stored. */
interface Entry {
  list: string;
  text: string;
  /** Milliseconds since 1970. */
  since: number;
}

async function readIndex(email: string): Promise<Entry[]> {
  const read = () =>
    redis()
      .pipeline()
      .exists(subscriptionsIndexedKey())
      .hgetall(subscriptionsKey(email))
      .exec<[number, unknown]>();
  let [isWhole, reply] = await read();
  if (isWhole === 0) {
    await copyOldSubscriptions();
    [isWhole, reply] = await read();
  }
  return pairsOf(reply).map(([list, text]) => entryOf(list, text));
}

function entryOf(list: string, text: string): Entry {
  const isSize = partsOfList(list).size !== undefined;
  return { list, text, since: isSize ? Number(text) : readDocument<Interest>('early order', text).at };
}

/** An email's newsletter subscription and waitlist entry; null if it has none. */
export async function readSubscription(
  email: string,
): Promise<{ newsletter: Subscription | null; waitlist: WaitlistEntry | null }> {
  const [newsletter, waitlist] = await redis()
    .pipeline()
    .hget(newsletterKey(), personHash(email))
    .hget(waitlistKey(), email)
    .exec<(string | null)[]>();
  return {
    newsletter: newsletter ? readDocument<Subscription>('subscription', newsletter) : null,
    waitlist: waitlist ? readDocument<WaitlistEntry>('waitlist entry', waitlist) : null,
  };
}

/** The product and size of a list of `backInStockKey`, or the product of a list of `earlyOrdersKey`. */
function partsOfList(key: string): { productId: string; size?: string } {
  const [kind, ...name] = key.split(':');
  return kind === 'notify' ? partsOfVariant(name.join(':')) : { productId: name.join(':') };
}
