import { showPicture } from '../../components/shop/product-card.ts';
import { cardLabels } from '../../contract/card-labels.ts';
import { labels } from '../../contract/labels.ts';
import { cartPageMessages } from '../../contract/messages/cart-page.ts';
import { wishlistPageMessages } from '../../contract/messages/wishlist-page.ts';
import { paths } from '../../contract/paths.ts';
import { formatListPrice } from '../../domain/money.ts';
import { firstSizeInStock } from '../../domain/product.ts';
import type { ListedProduct } from '../../stores/catalogue.ts';

export function cardOf(template: HTMLTemplateElement, id: string): HTMLElement {
  const item = template.content.firstElementChild?.cloneNode(true);
  if (!(item instanceof HTMLElement)) throw new Error('The wish template is empty');
  const card = item.querySelector<HTMLElement>('[data-product]');
  if (card) card.dataset['product'] = id;
  return item;
}

/**
 * Shows a product in its card; null is one that the shop no longer has. Only a fresh answer may call it sold out: an
 * old one has been overtaken more often than not.
 */
export function fillCard(item: HTMLElement, product: ListedProduct | null, isFresh: boolean): void {
  const find = (part: string) => item.querySelector<HTMLElement>(`[data-${part}]`);
  const name = product?.name ?? cartPageMessages.gone;
  const image = item.querySelector('img');
  if (image && product && image.alt !== product.pictureAlt)
    showPicture(image, product.picture, product.pictureAlt);
  show(image, product !== null);
  const link = item.querySelector<HTMLAnchorElement>('a[data-name]');
  if (link && product) {
    link.href = paths.product(product.id);
    link.textContent = name;
  }
  show(link, product !== null);
  show(find('gone'), product === null);
  const price = find('price');
  if (price) price.textContent = product ? formatListPrice(product.pricePaise) : '';

  const isEarly = product?.earlyOrder === true;
  const isInStock =
    product !== null && firstSizeInStock({ sizes: Object.keys(product.stock) }, product.stock) !== null;
  const isSoldOut = isFresh && product !== null && !isInStock && !isEarly;
  show(find('sold-out'), isSoldOut);
  show(find('early'), isEarly);
  const add = item.querySelector<HTMLButtonElement>('[data-add]');
  if (add) {
    add.textContent = isSoldOut ? wishlistPageMessages.outOfStock : cardLabels.addFromWishlist;
    add.disabled = !isInStock;
    add.ariaLabel = `${add.textContent}: ${name}`;
  }
  show(add, product !== null && !isEarly);
  const notify = find('notify');
  show(notify, isSoldOut);
  if (notify) notify.ariaLabel = `${labels.notifyMe}: ${name}`;
  const early = item.querySelector<HTMLAnchorElement>('a[data-early-order]');
  show(early, isEarly);
  if (early && product) {
    early.href = paths.product(product.id);
    early.ariaLabel = `${labels.earlyOrder}: ${name}`;
  }
  const remove = find('remove');
  if (remove) remove.ariaLabel = `${labels.removeFromWishlist}: ${name}`;
}

function show(element: HTMLElement | null, visible: boolean): void {
  if (element) element.hidden = !visible;
}
