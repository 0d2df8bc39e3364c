import { productAround } from '../components/shop/known-product.ts';
import { $cart } from '../stores/cart/cart.ts';
import { $products, $productsStatus, loadProducts, noteProduct } from '../stores/catalogue/catalogue.ts';
import { $wishlist } from '../stores/wishlist/wishlist.ts';

/**
 * Cart and wishlist show products as this device last knew them. So that there is something to show when the network is
 * gone, a product page notes its own product, and what nobody has asked about yet is asked for while there is a network.
 */
export function keepProductsKnown(): void {
  const form = document.querySelector<HTMLFormElement>('main > [data-product] form[data-buy]');
  const shown = form && productAround(form);
  // A page that came from this device is older than what is known.
  if (shown && !document.querySelector('[data-kept]')) noteProduct(shown);
  void askForUnknown();
  $cart.listen(() => void askForUnknown());
  $wishlist.listen(() => void askForUnknown());
}

let isAsking = false;

async function askForUnknown(): Promise<void> {
  // Pages that show these products ask themselves.
  if (isAsking || $productsStatus.get() !== 'idle') return;
  const known = $products.get();
  const unknown = [...Object.keys($cart.get()), ...$wishlist.get()].filter((id) => !(id in known));
  if (unknown.length === 0) return;
  isAsking = true;
  await loadProducts([...new Set(unknown)]);
  $productsStatus.set('idle');
  isAsking = false;
}
