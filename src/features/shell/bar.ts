import { countPieces } from '../../domain/cart.ts';
import { $cart } from '../../stores/cart/cart.ts';
import { $token } from '../../stores/session/session.ts';
import { $wishlist } from '../../stores/wishlist/wishlist.ts';

/** Keeps the top bar true: counts, and where the account link leads. */
export function wakeBar(root: Document, wakeHands: () => void): void {
  $cart.subscribe((cart, before) => {
    const news = showCount(root, 'cart', 'Cart', countPieces(cart));
    // What a page opens with is none, and the cart itself says it line by line.
    if (before && news) root.getElementById('cart-news')?.replaceChildren(news);
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
    // Whoever is logged in has notifications to count, and is told at once what goes wrong.
    if (token) wakeHands();
  });
}

/** @returns what the link is called now, where that has changed. */
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
