import { paths } from '../../contract/paths.ts';
import { isCartFresh, loadCart, syncCart } from '../cart/cart-sync.lazy.ts';
import { refreshUnread } from '../account/notifications.ts';
import { $unconfirmed } from '../wishlist/pending-changes.ts';
import { loadWishlist } from '../wishlist/wishlist-sync.lazy.ts';

export { loadCart, loadWishlist, syncCart };

/** Pages that always need the server's cart, even if this tab has read it recently. */
const cartPages: readonly string[] = [paths.cart, paths.placeOrder];

/**
 * Syncs cart and wishlist with the server. A tab that has read them within the last minute only sends unsynced changes.
 * Then it counts unread notifications, if the last count is old.
 */
export async function refreshShopper(path: string): Promise<void> {
  const isFresh = isCartFresh();
  const hasUnsent = Object.keys($unconfirmed.get()).length > 0;
  await Promise.all([
    isFresh && !cartPages.includes(path) ? void syncCart() : loadCart(),
    isFresh && !hasUnsent && path !== paths.wishlist ? undefined : loadWishlist(),
  ]);
  // Last, and not awaited: it only updates a number beside an icon.
  void refreshUnread();
}
