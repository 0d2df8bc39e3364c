import { showPicture } from './show-picture.ts';
import { formatListPrice } from '../../domain/money.ts';
import type { ListedProduct } from '../../stores/catalogue/catalogue.ts';

/**
 * A card for a product, made from the page's own markup (WishCard.astro). Texts and URL patterns are in the markup, so
 * that they need not come as script.
 */
export function cardOf(template: HTMLTemplateElement, id: string): HTMLElement {
  const card = (template.content.firstElementChild as HTMLElement).cloneNode(true) as HTMLElement;
  card.dataset['product'] = id;
  for (const link of card.querySelectorAll('a')) {
    link.href = (link.getAttribute('href') ?? '').replace(/[^/]+$/, id);
  }
  return card;
}

/**
 * Shows a product in its card; null is a product that the shop no longer has. Only a fresh answer may say sold out,
 * because cached stock is often out of date.
 */
export function fillCard(card: HTMLElement, product: ListedProduct | null, isFresh: boolean): void {
  const isThere = product !== null;
  const isEarly = isThere && product.earlyOrder;
  const isInStock = isThere && sizeInStock(product) !== null;
  const isSoldOut = isFresh && isThere && !isInStock && !isEarly;
  const shown: Record<string, boolean> = {
    there: isThere,
    gone: !isThere,
    'sold-out': isSoldOut,
    early: isEarly,
    add: isThere && !isEarly,
  };
  for (const [part, isShown] of Object.entries(shown)) {
    for (const element of card.querySelectorAll<HTMLElement>(`[data-${part}]`)) element.hidden = !isShown;
  }
  const find = <E extends HTMLElement>(part: string) => card.querySelector<E>(part);
  if (product) {
    const image = find<HTMLImageElement>('img');
    if (image && image.alt !== product.pictureAlt) showPicture(image, product.picture, product.pictureAlt);
    find('.card-link')?.replaceChildren(product.name);
    find('[data-price]')?.replaceChildren(formatListPrice(product.pricePaise));
  }
  const add = find<HTMLButtonElement>('[data-add]');
  if (add) {
    add.textContent = add.dataset[isSoldOut ? 'none' : 'add'] ?? '';
    add.disabled = !isInStock;
  }
  const name = product?.name ?? find('[data-gone]')?.textContent.trim() ?? '';
  for (const control of card.querySelectorAll('[data-actions] > *')) {
    control.ariaLabel = `${control.textContent.trim()}: ${name}`;
  }
}

/** The first size in stock, 'default' for a product without sizes. */
export function sizeInStock({ stock }: ListedProduct): string | null {
  return Object.keys(stock).find((size) => (stock[size] ?? 0) > 0) ?? null;
}
