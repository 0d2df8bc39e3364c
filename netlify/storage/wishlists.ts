import { randomUUID } from 'node:crypto';
import { type OnBehalf, read, write, type Shopper } from './guard.ts';
import { wishlistKey, wishTapKey } from './keys.ts';
import { toggleWish as toggleWishScript } from './wishlists.lua.ts';

export interface Toggled {
  went: 'added' | 'removed' | 'full';
  /** The list afterwards, including products that are no longer in the catalogue. */
  productIds: string[];
}

/** Adds the product if it is missing, removes it if it is there. @throws SessionEnded, TooMany */
export async function toggleWish(shopper: Shopper, productId: string): Promise<Toggled> {
  const { userId } = shopper.session;
  const [went, productIds] = await write(
    shopper,
    toggleWishScript,
    [wishlistKey(userId), wishTapKey(userId, randomUUID())],
    [productId],
  );
  return { went: went as Toggled['went'], productIds: productIds as string[] };
}

/** All product ids in the order in which they were added. @throws SessionEnded, TooMany */
export async function readWishlist(shopper: Shopper | OnBehalf): Promise<string[]> {
  const [productIds] = await read(shopper, (pipeline) =>
    pipeline.lrange(wishlistKey(shopper.session.userId), 0, -1),
  );
  return productIds as string[];
}
