import { countPieces } from '../../domain/cart.ts';
import { $cart } from '../../stores/cart/cart.ts';
import { $token } from '../../stores/session/session.ts';
import { $wishlist } from '../../stores/wishlist/wishlist.ts';

/** Keeps the top bar current: the counts, and the target of the account link. */
export function startBar(root: Document, wake: () => void): void {
  $cart.subscribe((cart, before) => {
    const label = showCount(root, 'cart', 'Cart', countPieces(cart));
    // The first count of a page is not announced, and the cart page announces its own lines.
    if (before && label) root.getElementById('cart-news')?.replaceChildren(label);
  });
  $wishlist.subscribe(({ length }) => showCount(root, 'wishlist', 'Wishlist', length));
  $token.subscribe((token) => {
    for (const link of root.querySelectorAll<HTMLAnchorElement>('[data-account]')) {
      const { account = '', door = '' } = link.dataset;
      link.href = token ? account : door;
      const name = token ? 'My profile' : 'Log in';
      if (link.dataset['accountText'] === undefined) link.ariaLabel = name;
      else link.textContent = name;
    }
    // A logged-in shopper has notifications to count and sees errors at once.
    if (token) wake();
  });
}

/** @returns the new label of the link, if it has changed */
function showCount(root: Document, of: string, name: string, count: number): string | undefined {
  const link = root.querySelector(`[data-count-of="${of}"]`);
  const number = link?.querySelector<HTMLElement>('.count');
  if (!link || !number) return;
  const said = count === 0 ? name : `${name}, ${count} ${count === 1 ? 'piece' : 'pieces'}`;
  if (link.ariaLabel === said) return;
  number.textContent = count > 99 ? '99+' : String(count);
  number.hidden = count === 0;
  link.ariaLabel = said;
  return said;
}
