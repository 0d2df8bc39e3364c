import { goTo } from '../../client/navigation.ts';
import { paths } from '../../contract/paths.ts';
import { firstSizeInStock } from '../../domain/product.ts';
import { addToCart } from '../../stores/cart-changes.ts';
import { $products } from '../../stores/catalogue.ts';
import { toggleWishlist } from '../../stores/wishing.ts';
import { $wishlist } from '../../stores/wishlist.ts';

/** What the buttons of the wishlist's cards do; fetched when a shopper reaches for one. */
const list = document.querySelector<HTMLElement>('[data-wishes]');

list?.addEventListener('click', ({ target }) => {
  const button = target instanceof Element ? target.closest('button') : null;
  const id = button?.closest<HTMLElement>('[data-product]')?.dataset['product'];
  if (!button || !id) return;
  if (button.dataset['remove'] !== undefined) remove(id);
  else if (button.dataset['notify'] !== undefined) goTo(paths.product(id), { notifyMe: '' });
  else if (button.dataset['add'] !== undefined) add(id);
});

/** The first size in stock, 'default' for a product without sizes (decisions, Small points). */
function add(id: string): void {
  const stock = $products.get()[id]?.stock ?? {};
  addToCart(id, firstSizeInStock({ sizes: Object.keys(stock) }, stock));
}

/** The button that had the focus goes with its card; the keyboard goes on from the one that takes its place. */
function remove(id: string): void {
  const at = $wishlist.get().indexOf(id);
  toggleWishlist(id);
  const next = list?.children[Math.min(at, list.childElementCount - 1)];
  const home = document.querySelector<HTMLElement>('[data-empty] a');
  (next?.querySelector<HTMLElement>('[data-remove]') ?? home ?? list)?.focus();
}
