import { productAround } from '../components/shop/known-product.ts';
import { $cart } from '../stores/cart/cart.ts';
import { $products, $productsStatus, loadProducts, noteProduct } from '../stores/catalogue/catalogue.ts';
import { $wishlist } from '../stores/wishlist/wishlist.ts';

/**
 * Cart and wishlist show products as this device last knew them. So that they work without a network, a product page
 * saves its own product, and unknown products are requested while there is a network.
 */
export function keepProductsKnown(): void {
  const form = document.querySelector<HTMLFormElement>('main > [data-product] form[data-buy]');
  const shown = form && productAround(form);
  // A cached page is older than the saved data.
  if (shown && !document.querySelector('[data-kept]')) noteProduct(shown);
  void askForUnknown();
  $cart.listen(() => void askForUnknown());
  $wishlist.listen(() => void askForUnknown());
}

let isAsking = false;

async function askForUnknown(): Promise<void> {
  // Pages that show these products request them themselves.
  if (isAsking || $productsStatus.get() !== 'idle') return;
  const known = $products.get();
  const unknown = [...Object.keys($cart.get()), ...$wishlist.get()].filter((id) => !(id in known));
  if (unknown.length === 0) return;
  isAsking = true;
  await loadProducts([...new Set(unknown)]);
  $productsStatus.set('idle');
  isAsking = false;
}
