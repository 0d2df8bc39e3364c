import type { Window } from './session-and-limits.ts';
import { earlyOrdersKey, subscriptionsKey } from './keys.ts';
import { joinList, readLists } from './email-lists.ts';

/** An early order of a product. Name and phone are empty if the shop does not know them. */
export interface Interest {
  email: string;
  name: string;
  phone: string;
  /** Missing if the shop did not ask for it yet, or the caller does not send it. */
  size?: string;
  /** Milliseconds since 1970. */
  at: number;
}

/** Adds an early order, once per product and email: the first one stays, with the newest size. @throws TooMany */
export async function noteInterest(
  windows: readonly Window[],
  productId: string,
  interest: Interest,
): Promise<void> {
  await joinList(
    'early order',
    [earlyOrdersKey(productId), subscriptionsKey(interest.email)],
    windows,
    interest,
  );
}

/** All early orders of each of these products, oldest first, for the owner's list. */
export async function readInterests(productIds: readonly string[]): Promise<Interest[][]> {
  return readLists('early order', productIds.map(earlyOrdersKey));
}
