import { persistentAtom } from '@nanostores/persistent';
import { parseStored } from '../../client/tab-storage.ts';
import { wishlistMessages } from '../../contract/messages/wishlist.ts';
import { isWished, toggleWish } from '../../domain/wishlist.ts';
import { $token } from '../session/session.ts';
import { showToast } from '../page/toasts.ts';
import { $wishlist } from './wishlist.ts';

/**
 * Hearts that the server has not confirmed, each with what it last said of the product: whether its list has it. In
 * storage, so that what a page was left with is made up for on the next one.
 */
export type Unconfirmed = Readonly<Record<string, boolean>>;

const allConfirmed: Unconfirmed = {};

export const $unconfirmed = persistentAtom<Unconfirmed>('taana-unsynced-wishes', allConfirmed, {
  encode: JSON.stringify,
  decode: (text) =>
    Object.fromEntries(
      Object.entries(parseStored(text) ?? allConfirmed).filter(([, isThere]) => typeof isThere === 'boolean'),
    ),
});

/** The heart: adds the product or removes it, at once, and says which. What a shopper changes is synced behind. */
export function toggleWishlist(productId: string): void {
  const before = $wishlist.get();
  const wasWished = isWished(before, productId);
  const isSignedIn = Boolean($token.get());
  if (isSignedIn) $unconfirmed.set({ [productId]: wasWished, ...$unconfirmed.get() });
  $wishlist.set(toggleWish(before, productId));
  if (wasWished) showToast('info', wishlistMessages.removed);
  else showToast('success', isSignedIn ? wishlistMessages.added : wishlistMessages.savedLocally);
  if (isSignedIn) void sync(productId);
}

/** Most visitors are not logged in, so the code that speaks with the server comes when somebody is. */
async function sync(productId: string): Promise<void> {
  try {
    const { syncWish } = await import('./wishlist-sync.lazy.ts');
    await syncWish(productId);
  } catch {
    // The code did not arrive: the heart is noted in storage, and the next page sends it.
  }
}
