import type { Interest } from './early-orders.ts';
import { earlyOrdersKey, newsletterKey, notifyingKey, notifyKey, personOf, waitlistKey } from './keys.ts';
import type { Subscription } from './newsletter.ts';
import { redis } from './redis.ts';
import type { WaitlistEntry } from './waitlist.ts';

/** What an e-mail has asked the shop for, over all its lists. */
export interface Wishes {
  /** Sizes that it waits for; `since` in ms. */
  sizes: { productId: string; size: string; since: number }[];
  /** Products that it wants early. */
  interests: (Interest & { productId: string })[];
}

type Size = Pick<Wishes['sizes'][number], 'productId' | 'size'>;

/** A list a command; so many travel together. */
const AT_ONCE = 500;

/** @param sizes every size that there is, @param productIds every product */
export async function readWishes(
  email: string,
  sizes: readonly Size[],
  productIds: readonly string[],
): Promise<Wishes> {
  const wishes: Wishes = { sizes: [], interests: [] };
  for (const part of parts(sizes)) {
    const pipeline = redis().pipeline();
    for (const { productId, size } of part) pipeline.zscore(notifyKey(productId, size), email);
    const since = await pipeline.exec<(string | number | null)[]>();
    part.forEach((size, at) => {
      const score = since[at] ?? null;
      if (score !== null) wishes.sizes.push({ ...size, since: Number(score) });
    });
  }
  for (const part of parts(productIds)) {
    const pipeline = redis().pipeline();
    for (const productId of part) pipeline.hget(earlyOrdersKey(productId), email);
    const texts = await pipeline.exec<(string | null)[]>();
    part.forEach((productId, at) => {
      const text = texts[at] ?? null;
      if (text !== null) wishes.interests.push({ productId, ...(JSON.parse(text) as Interest) });
    });
  }
  return wishes;
}

/** Takes an e-mail off these lists. */
export async function forgetWishes(email: string, { sizes, interests }: Wishes): Promise<void> {
  if (sizes.length + interests.length === 0) return;
  const pipeline = redis().pipeline();
  for (const { productId, size } of sizes) {
    pipeline.zrem(notifyKey(productId, size), email).hdel(notifyingKey(productId, size), email);
  }
  for (const { productId } of interests) pipeline.hdel(earlyOrdersKey(productId), email);
  await pipeline.exec();
}

/** An e-mail's place on the newsletter and on the waitlist; null where it has none. */
export async function readSubscription(
  email: string,
): Promise<{ newsletter: Subscription | null; waitlist: WaitlistEntry | null }> {
  const [newsletter, waitlist] = await redis()
    .pipeline()
    .hget(newsletterKey(), personOf(email))
    .hget(waitlistKey(), email)
    .exec<(string | null)[]>();
  const entry = (text: string | null | undefined) => (text ? (JSON.parse(text) as unknown) : null);
  return {
    newsletter: entry(newsletter) as Subscription | null,
    waitlist: entry(waitlist) as WaitlistEntry | null,
  };
}

function parts<Item>(items: readonly Item[]): Item[][] {
  const all: Item[][] = [];
  for (let from = 0; from < items.length; from += AT_ONCE) all.push(items.slice(from, from + AT_ONCE));
  return all;
}
