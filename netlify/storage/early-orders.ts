import type { Window } from './guard.ts';
import { earlyOrdersKey, subscriptionsKey } from './keys.ts';
import { joinList, readList } from './email-lists.ts';

/** Who wants a product early. Name and phone are empty where the shop does not know them. */
export interface Interest {
  email: string;
  name: string;
  phone: string;
  /** Not there where it was noted before the shop asked, or by a caller that does not say. */
  size?: string;
  /** Milliseconds since 1970. */
  at: number;
}

/** Notes an interest, once for a product and an e-mail: the first one stays, with the newest size. @throws TooMany */
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

/** Everyone who wants a product early, first come first: what the owner's list is made of. */
export async function readInterests(productId: string): Promise<Interest[]> {
  return readList('early order', earlyOrdersKey(productId));
}
