import { labels } from '../../contract/labels.ts';
import { $wishlist } from '../../stores/wishlist/wishlist.ts';

/** Keeps every heart on the page in line with the wishlist, in every tab; also hearts that are added later. */
export function syncHearts(root: Document): void {
  const show = () => {
    for (const heart of root.querySelectorAll<HTMLElement>('[data-wish]')) {
      const product = heart.closest('[data-product]') as HTMLElement;
      const wished = $wishlist.get().includes(product.dataset['product'] as string);
      if (heart.dataset['wished'] === String(wished)) continue;
      heart.dataset['wished'] = String(wished);
      heart.ariaLabel = wished ? labels.removeFromWishlist : labels.addToWishlist;
    }
  };
  $wishlist.subscribe(show);
  new MutationObserver(show).observe(root.body, { childList: true, subtree: true });
}
