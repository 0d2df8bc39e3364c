import { showPicture } from '../../components/shop/show-picture.ts';
import { formatListPrice } from '../../domain/money.ts';
import type { ListedProduct } from '../../stores/catalogue.ts';

/**
 * A card for a product, made from the page's own markup (WishCard.astro). Its words and the form of its addresses stand
 * there: a page's first script is small.
 */
export function cardOf(template: HTMLTemplateElement, id: string): HTMLElement {
  const item = template.content.firstElementChild?.cloneNode(true);
  if (!(item instanceof HTMLElement)) throw new Error('The wish template is empty');
  const card = item.querySelector<HTMLElement>('[data-product]');
  if (card) card.dataset['product'] = id;
  for (const link of item.querySelectorAll('a')) link.pathname = link.pathname.replace(/[^/]+$/, id);
  return item;
}

/**
 * Shows a product in its card; null is one that the shop no longer has. Only a fresh answer may call it sold out: an
 * old one has been overtaken more often than not.
 */
export function fillCard(item: HTMLElement, product: ListedProduct | null, isFresh: boolean): void {
  const find = (part: string) => item.querySelector<HTMLElement>(`[data-${part}]`);
  const show = (part: string, isShown: boolean) => {
    const element = find(part);
    if (element) element.hidden = !isShown;
    return element;
  };
  const isThere = product !== null;
  const isEarly = product?.earlyOrder === true;
  const isInStock = isThere && Object.values(product.stock).some((left) => left > 0);
  const isSoldOut = isFresh && isThere && !isInStock && !isEarly;

  const image = item.querySelector('img');
  if (image) {
    if (isThere && image.alt !== product.pictureAlt) showPicture(image, product.picture, product.pictureAlt);
    image.hidden = !isThere;
  }
  const name = product?.name ?? find('gone')?.textContent.trim() ?? '';
  const link = show('name', isThere);
  if (link) link.textContent = name;
  show('gone', !isThere);
  const price = find('price');
  if (price) price.textContent = isThere ? formatListPrice(product.pricePaise) : '';
  show('sold-out', isSoldOut);
  show('early', isEarly);
  const add = item.querySelector<HTMLButtonElement>('button[data-add]');
  if (add) {
    add.textContent = add.dataset[isSoldOut ? 'none' : 'add'] ?? '';
    add.disabled = !isInStock;
  }
  const controls = [
    show('add', isThere && !isEarly),
    show('notify', isSoldOut),
    show('early-order', isEarly),
    find('remove'),
  ];
  for (const control of controls) if (control) control.ariaLabel = `${control.textContent.trim()}: ${name}`;
}
