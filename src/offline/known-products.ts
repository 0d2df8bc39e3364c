import { parseStored } from '../client/tab.ts';
import { maxQuantityPerLine } from '../domain/every-page.ts';
import { paiseFromRupees } from '../domain/money.ts';
import { $cart } from '../stores/cart.ts';
import {
  $products,
  $productsStatus,
  type ListedProduct,
  loadProducts,
  noteProduct,
} from '../stores/catalogue.ts';
import { $wishlist } from '../stores/wishlist.ts';

/**
 * Cart and wishlist show products as this device last knew them. So that there is something to show when the network is
 * gone, a product page notes its own product, and what nobody has asked about yet is asked for while there is a network.
 */
export function keepProductsKnown(): void {
  const shown = productOnPage();
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

/** The product of a product page, in what the page tells search engines and shoppers of it; undefined on other pages. */
function productOnPage(): ListedProduct | undefined {
  const article = document.querySelector<HTMLElement>('main > article[data-product]');
  const about = document.querySelector('script[type="application/ld+json"]');
  const id = article?.dataset['product'];
  if (!article || !id) return undefined;
  const text = JSON.stringify(parseStored(about?.textContent ?? null) ?? null);
  const pricePaise = paiseFromRupees(Number(/"@type":"Offer"[^{}]*"price":"([\d.]+)"/.exec(text)?.[1]));
  const picture = /"image":\["([^"]+)"/.exec(text)?.[1];
  if (pricePaise === null || picture === undefined) return undefined;
  const sizes = [...article.querySelectorAll<HTMLElement>('form[data-buy] [data-size]')];
  return {
    id,
    name: article.querySelector('h1')?.textContent.trim() ?? '',
    pricePaise,
    earlyOrder: article.querySelector('form[data-early]') !== null,
    picture: new URL(picture).pathname,
    pictureAlt: article.querySelector('img')?.alt ?? '',
    stock: Object.fromEntries(sizes.map(({ dataset }) => [dataset['size'] ?? '', leftOf(dataset)])),
  };
}

/** Until the live stock has come, a page knows only whether there is any. */
function leftOf({ left, out }: DOMStringMap): number {
  if (left !== undefined) return Number(left);
  return out === 'true' ? 0 : maxQuantityPerLine;
}
