import { labels } from '../../contract/labels.ts';
import { ONE_SIZE } from '../../domain/every-page.ts';

/**
 * Opens a product in this document: the tap draws it from its card, and its page follows (open-product.ts). The list
 * stays in the document, hidden, so that Back shows it as it was. Without a network the link is a plain link.
 */
const template = document.querySelector('#product') as HTMLTemplateElement;

document.addEventListener('click', (event) => {
  const { target, button, metaKey, ctrlKey, shiftKey, altKey } = event;
  const link =
    target instanceof Element && target.closest<HTMLAnchorElement>('#main:not([data-opened]) .card a[href]');
  const card = link ? link.closest<HTMLElement>('.card') : null;
  const isModified = button !== 0 || metaKey || ctrlKey || shiftKey || altKey;
  if (!card || isModified || event.defaultPrevented || !navigator.onLine) return;
  event.preventDefault();
  const { href } = link;
  const page = fetch(href);
  page.catch(() => undefined);
  const main = draw(card);
  // Until their code is there, taps on the buy box wait.
  window.holdTaps();
  enter(main, href);
  import('./open-product.ts').then(
    ({ openProduct }) => openProduct(main, page),
    () => location.reload(),
  );
});

/** Puts the product in the place of the list, under its own address. */
function enter(main: HTMLElement, href: string): void {
  const list = document.querySelector('#main') as HTMLElement;
  Object.assign(list.dataset, { path: location.pathname, title: document.title, scroll: scrollY });
  history.pushState(null, '', href);
  document.title = main.querySelector('h1')?.textContent ?? '';
  Object.assign(main.dataset, { opened: '', path: location.pathname, title: document.title });
  main.className = list.className;
  main.tabIndex = -1;
  main.ariaBusy = 'true';
  list.after(main);
  list.hidden = true;
  list.id = '';
  main.id = 'main';
  scrollTo(0, 0);
  main.focus({ preventScroll: true });
}

/** The first window of the product's page, with what the card knows. */
function draw(card: HTMLElement): HTMLElement {
  const main = document.createElement('main');
  main.append(template.content.cloneNode(true));
  const find = <E extends HTMLElement>(selector: string) => main.querySelector(selector) as E;
  const { product = '', kind = '', sizes = '' } = card.dataset;
  find('article').dataset['product'] = find('[data-wish]').dataset['wish'] = product;

  const shown = card.querySelector<HTMLImageElement>('.card-image');
  if (shown) Object.assign(find<HTMLImageElement>('img'), { src: shown.currentSrc, alt: shown.alt });
  find('[data-thumbnails]').hidden = !card.querySelector('[data-more-pictures]');

  const name = card.querySelector('.card-link')?.textContent.trim() ?? '';
  find('[data-trail]').textContent = kind;
  find('h1').textContent = name;
  find('h1').classList.add(name.length > 32 ? 'text-heading' : 'text-title');

  const badges = [...card.querySelectorAll('.badge:not([hidden])')].reverse();
  find('[data-badges]').append(...badges.map((badge) => badge.cloneNode(true)));
  find('[data-price-place]').append(
    ...(card.querySelector('[data-card-price]')?.cloneNode(true).childNodes ?? []),
  );
  const price = find('[data-price-place] > span > :last-child');
  // A list names the currency, a product does not.
  price.textContent = price.textContent.trim().replace(/ .*/, '');

  const form = find('form');
  const isSoldOut = badges.some((badge) => badge.matches('[data-sold-out]'));
  const isEarly = badges.some((badge) => badge.matches('[data-card-early]'));
  form.dataset['buy'] = product;
  form.toggleAttribute('data-early', isEarly);
  find('.stepper').hidden = isEarly || isSoldOut;
  const button = find('[data-buy-button]');
  button.dataset['price'] = price.textContent;
  button.textContent = isEarly ? labels.earlyOrder : isSoldOut ? labels.notifyMe : labels.addToCart;

  const choice = find('.size-choice');
  choice.dataset['out'] = String(isSoldOut);
  const choices = sizes.split(' ').map((size) => {
    const own = choice.cloneNode(true) as HTMLElement;
    const [input, label] = own.children as unknown as [HTMLInputElement, HTMLElement];
    own.dataset['size'] = input.value = label.textContent = size;
    return own;
  });
  choice.replaceWith(...choices);
  if (sizes === ONE_SIZE) {
    find<HTMLInputElement>('.size-choice input').checked = true;
    find('fieldset').hidden = true;
  }
  return main;
}
