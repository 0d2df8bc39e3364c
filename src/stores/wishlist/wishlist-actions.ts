import { wishlistMessages } from '../../contract/messages/cart-and-wishlist.ts';
import { toggleInWishlist } from '../../domain/wishlist.ts';
import { $token } from '../session/session.ts';
import { showToast } from '../page/toasts.ts';
import { $unconfirmed } from './pending-changes.ts';
import { $wishlist } from './wishlist.ts';

/**
 * The heart button: adds or removes the product at once and shows a toast. A logged-in shopper's change syncs in the
 * background.
 */
export function toggleWishlist(productId: string): void {
  const before = $wishlist.get();
  const wasWished = before.includes(productId);
  const isSignedIn = Boolean($token.get());
  if (isSignedIn) $unconfirmed.set({ [productId]: wasWished, ...$unconfirmed.get() });
  $wishlist.set(toggleInWishlist(before, productId));
  if (wasWished) showToast('info', wishlistMessages.removed);
  else showToast('success', isSignedIn ? wishlistMessages.added : wishlistMessages.savedLocally);
  if (isSignedIn) void sync(productId);
}

/** Most visitors are not logged in, so the sync code loads only for those who are. */
async function sync(productId: string): Promise<void> {
  try {
    const { syncWishlistItem } = await import('./wishlist-sync.lazy.ts');
    await syncWishlistItem(productId);
  } catch {
    // The code did not load: the change is in storage, and the next page sends it.
  }
}
