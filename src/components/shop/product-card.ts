import { paths } from '../../contract/paths.ts';
import type { WireProduct } from '../../contract/calls/product.ts';
import { formatListPrice, formatPrice, paiseFromRupees } from '../../domain/money.ts';
import { isReduced, offerBadge, ONE_SIZE } from '../../domain/product.ts';
import { labels, cardLabels } from '../../contract/labels.ts';
import { showPicture } from './show-picture.ts';

/**
 * A card for a product that is not in the page's HTML, made from the page's own card markup (ProductCard.astro), so
 * that the shop has one card.
 */
export function cardFrom(template: HTMLTemplateElement, product: WireProduct): HTMLElement {
  const item = template.content.firstElementChild?.cloneNode(true);
  if (!(item instanceof HTMLElement)) throw new Error('The card template is empty');
  const find = (selector: string) => item.querySelector<HTMLElement>(selector);

  const card = find('.card');
  if (card) {
    card.dataset['product'] = product._id;
    card.dataset['kind'] = product.subCategory;
    card.dataset['sizes'] = product.sizes.join(' ') || ONE_SIZE;
  }
  const image = item.querySelector('img');
  const [first, ...others] = product.image;
  if (image && first) showPicture(image, first, product.imageAlt[0] ?? product.name);
  const picture = find('[data-card-picture]');
  if (picture) {
    if (others.length > 0) picture.dataset['morePictures'] = others.join(' ');
    else delete picture.dataset['morePictures'];
  }
  const link = item.querySelector<HTMLAnchorElement>('[data-card-name]');
  if (link) {
    link.href = paths.product(product._id);
    link.textContent = product.name;
  }
  find('[data-card-price]')?.replaceChildren(...priceOf(product));
  const soldOut = find('[data-sold-out]');
  if (soldOut) soldOut.hidden = !product.outOfStock;
  const offer = offerBadge(product);
  const badges = find('.card-badges');
  if (product.earlyOrder) badges?.append(badge('cardEarly', labels.earlyOrder));
  if (offer !== null) badges?.append(badge('cardOffer', offer, 'badge badge-accent'));
  const quickView = find('[data-quick-view]');
  if (quickView) quickView.ariaLabel = `${cardLabels.quickView}: ${product.name}`;
  return item;
}

function badge(mark: string, text: string, className = 'badge'): HTMLElement {
  const made = element('span', className, text);
  made.dataset[mark] = '';
  return made;
}

function priceOf({ price, oldPrice, offersEnabled }: WireProduct): Node[] {
  const pricePaise = paiseFromRupees(price) ?? 0;
  const oldPricePaise = oldPrice === null ? null : paiseFromRupees(oldPrice);
  const row = element('span', 'flex flex-wrap items-baseline gap-x-2 tabular-nums');
  const reduced = isReduced({ offersEnabled, pricePaise, oldPricePaise });
  if (reduced && oldPricePaise !== null) {
    row.append(
      element('span', 'visually-hidden', 'Old price'),
      element('s', 'text-muted', formatPrice(oldPricePaise)),
      element('span', 'visually-hidden', 'Price now'),
    );
  }
  row.append(
    element('span', reduced ? 'font-semibold text-accent' : 'font-semibold', formatListPrice(pricePaise)),
  );
  return [row];
}

function element(name: string, className: string, text = ''): HTMLElement {
  const made = document.createElement(name);
  made.className = className;
  made.textContent = text;
  return made;
}
