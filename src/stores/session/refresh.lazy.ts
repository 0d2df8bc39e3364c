import { paths } from '../../contract/paths.ts';
import { isCartFresh, loadCart, syncCart } from '../cart/cart-sync.lazy.ts';
import { refreshUnread } from '../account/notifications.ts';
import { $unconfirmed } from '../wishlist/wishlist-actions.ts';
import { loadWishlist } from '../wishlist/wishlist-sync.lazy.ts';

export { syncCart };

/** Pages where the cart has to be the server's, however lately this tab has read it. */
const cartPages: readonly string[] = [paths.cart, paths.placeOrder];

/**
 * Brings cart and wishlist up to date with the server's. A tab that has read them within the last minute only sends
 * what is still unsent. Then it counts what is unread, where that was long ago.
 */
export async function refreshShopper(path: string): Promise<void> {
  const isFresh = isCartFresh();
  const hasUnsent = Object.keys($unconfirmed.get()).length > 0;
  await Promise.all([
    isFresh && !cartPages.includes(path) ? void syncCart() : loadCart(),
    isFresh && !hasUnsent && path !== paths.wishlist ? undefined : loadWishlist(),
  ]);
  // Last, and nothing waits for it: a number beside an icon.
  void refreshUnread();
}
