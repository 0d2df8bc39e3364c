import { randomUUID } from 'node:crypto';
import { type OnBehalf, read, write, type Shopper } from './session-and-limits.ts';
import { wishlistKey, wishlistRetryKey } from './keys.ts';
import { toggleInWishlist as toggleWishScript } from './wishlists.lua.ts';

export interface WishlistToggle {
  went: 'added' | 'removed' | 'full';
  /** The list afterwards, including products that are no longer in the catalogue. */
  productIds: string[];
}

/** Adds the product if it is missing, removes it if it is there. @throws SessionEnded, TooMany */
export async function toggleInWishlist(shopper: Shopper, productId: string): Promise<WishlistToggle> {
  const { userId } = shopper.session;
  const [went, productIds] = await write(
    shopper,
    toggleWishScript,
    [wishlistKey(userId), wishlistRetryKey(userId, randomUUID())],
    [productId],
  );
  return { went: went as WishlistToggle['went'], productIds: productIds as string[] };
}

/** All product ids in the order in which they were added. @throws SessionEnded, TooMany */
export async function readWishlist(shopper: Shopper | OnBehalf): Promise<string[]> {
  const [productIds] = await read(shopper, (pipeline) =>
    pipeline.lrange(wishlistKey(shopper.session.userId), 0, -1),
  );
  return productIds as string[];
}
