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

/** Answered on this page. The store keeps a limited number, so it may have dropped some of them again. */
const answered = new Set<string>();

async function askForUnknown(): Promise<void> {
  // Pages that show these products request them themselves.
  if (isAsking || $productsStatus.get() !== 'idle') return;
  const known = $products.get();
  const wanted = new Set([...Object.keys($cart.get()), ...$wishlist.get()]);
  const unknown = [...wanted].filter((id) => !(id in known) && !answered.has(id));
  if (unknown.length === 0) return;
  isAsking = true;
  await loadProducts(unknown);
  isAsking = false;
  const status = $productsStatus.get();
  // Another request has begun meanwhile, so the answer to this one was dropped: the status is that of the other.
  if (status === 'loading' || (status === 'fresh' && unknown.some((id) => !(id in $products.get())))) return;
  $productsStatus.set('idle');
  if (status === 'failed') return;
  for (const id of unknown) if (id in $products.get()) answered.add(id);
  // The cart or the wishlist may have changed while it waited.
  await askForUnknown();
}
