import { afterPaint } from '../../client/after-paint.ts';
import { labels } from '../../contract/labels.ts';
import type { ShownMain } from './open-product.ts';

let isOpening = false;

/**
 * Opens a product in this document: the tap draws it from its card (components/shop/ProductPreview.astro), then its
 * page loads (open-product.ts). The list stays in the document, hidden, so that Back shows it unchanged. Every page of
 * the collection loads this code, so it does only what must happen before the page arrives.
 */
document.addEventListener('click', (event) => {
  const { target, ctrlKey, metaKey, shiftKey } = event;
  const link = (target as Element).closest<HTMLAnchorElement>('#main:not([data-opened]) .card a');
  if (!link || ctrlKey || metaKey || shiftKey || !navigator.onLine) return;
  event.preventDefault();
  const sheet = document.querySelector<HTMLLinkElement>('link[data-later][media=print]');
  if (sheet) {
    // Without its styles the product would jump when they load.
    sheet.addEventListener('load', () => link.click(), { once: true });
    sheet.addEventListener('error', () => location.assign(link.href), { once: true });
    return;
  }
  if (!isOpening) void open(link, link.closest('.card') as HTMLElement);
});

/** Drawing the product takes a slow phone longer than the answer to a tap may, so the card answers in the first frame. */
async function open(link: HTMLAnchorElement, card: HTMLElement): Promise<void> {
  isOpening = true;
  card.ariaBusy = 'true';
  const page = fetch(link.href);
  await afterPaint();
  isOpening = false;
  card.ariaBusy = null;
  const main = draw(card);
  const before = document.querySelector('#main') as HTMLElement;
  const list: ShownMain = { main: before, title: document.title, path: location.pathname, scroll: scrollY };
  before.hidden = true;
  before.id = '';
  before.after(main);
  history.pushState(null, '', link.href);
  scrollTo(0, 0);
  // Taps on the buy box wait for its code.
  window.holdTaps();
  import('./open-product.ts').then(
    ({ openProduct }) => openProduct(main, page, link.pathname, list),
    () => location.reload(),
  );
}

/** The first screen of the product page, from what the card knows. */
function draw(card: HTMLElement): HTMLElement {
  const template = document.querySelector('#product') as HTMLTemplateElement;
  const main = (template.content.cloneNode(true) as DocumentFragment).firstElementChild as HTMLElement;
  const find = <E extends HTMLElement>(selector: string) => main.querySelector(selector) as E;
  const { product, kind, sizes } = card.dataset as { product: string; kind: string; sizes: string };
  for (const name of ['product', 'buy']) find(`[data-${name}]`).dataset[name] = product;
  for (const place of main.querySelectorAll<HTMLElement>('[data-from]')) {
    const source = card.querySelector(place.dataset['from'] as string)?.cloneNode(true);
    place.replaceChildren(...(source?.childNodes ?? []));
  }
  // A search has marked its words in the card.
  for (const found of main.querySelectorAll('mark')) found.replaceWith(...found.childNodes);
  const picture = card.querySelector('.card-image') as HTMLImageElement;
  const image = find<HTMLImageElement>('img');
  image.src = picture.currentSrc;
  image.alt = picture.alt;
  find('[data-thumbnails]').hidden = !card.querySelector('[data-more-pictures]');
  find('[data-trail]').textContent = kind;

  const button = find('[data-buy-button]');
  const price = find('[data-price-now] span span:last-child');
  // A list shows the currency, a product page does not.
  price.textContent = button.dataset['price'] = price.textContent.replace(/ INR\s*$/, '');
  const badge = card.querySelector('.badge:not([hidden],[data-card-offer])');
  button.textContent = !badge
    ? labels.addToCart
    : badge.matches('[data-sold-out]')
      ? labels.notifyMe
      : labels.earlyOrder;

  const choice = find('.size-choice');
  for (const size of sizes.split(' ')) {
    const own = choice.cloneNode(true) as HTMLElement;
    const [input, label] = own.children as unknown as [HTMLInputElement, HTMLElement];
    own.dataset['size'] = input.value = label.textContent = size;
    choice.before(own);
  }
  choice.remove();
  return main;
}
