import { replayTaps } from '../../client/on-interaction.ts';
import { documentOf } from '../../client/trusted-texts.ts';
import { refreshStock } from '../../components/shop/live-stock.ts';
import { ONE_SIZE } from '../../domain/config.ts';
import { activateForm } from './product.ts';

/** A `<main>` of this document as it was when it was last shown. */
export interface ShownMain {
  main: HTMLElement;
  title: string;
  path: string;
  /** In CSS pixels from the top. */
  scroll: number;
}

/** The list, and the product that was last opened from it. */
let mains: { list: ShownMain; product: ShownMain } | undefined;

/**
 * The second half of opening a product in place (preview.ts): the buy box works, the page replaces the preview, and
 * Back and Forward switch between product and list.
 * @param main the product as its card drew it, already shown
 * @param page the response to the request for its page
 */
export function openProduct(main: HTMLElement, page: Promise<Response>, path: string, list: ShownMain): void {
  // Forward can no longer reach the previous product.
  if (mains) mains.product.main.remove();
  else addEventListener('popstate', follow);
  const heading = main.querySelector('h1');
  const title = heading?.textContent.trim() ?? '';
  // Same class as on the product page.
  if (heading && title.length > 32) heading.className = 'display text-heading';
  mains = { list, product: { main, title, path, scroll: 0 } };
  completeForm(main);
  activateForm(main);
  document.title = title;
  if (!main.contains(document.activeElement)) main.focus({ preventScroll: true });
  replayTaps();
  // Back may have been pressed before this code loaded.
  follow();
  page
    .then((response) => arrive(main, response))
    .catch(() => {
      // A reload shows the error of the browser or the service worker.
      if (!main.hidden) location.reload();
    });
}

/** Data that the buy box needs and the preview does not have. */
function completeForm(main: HTMLElement): void {
  const isShown = (badge: string) => main.querySelector(`${badge}:not([hidden])`) !== null;
  const isSoldOut = isShown('[data-sold-out]');
  main.querySelector('form')?.toggleAttribute('data-early', isShown('[data-card-early]'));
  for (const choice of main.querySelectorAll<HTMLElement>('.size-choice')) {
    choice.dataset['out'] = String(isSoldOut);
    const input = choice.querySelector('input');
    if (input?.value === ONE_SIZE) input.checked = true;
  }
}

/** The page replaces its preview; the shopper's choices and the focus stay. */
async function arrive(main: HTMLElement, response: Response): Promise<void> {
  if (!response.ok) throw new Error(`${response.url} answered ${response.status}`);
  const page = documentOf(await response.text());
  const fresh = page.querySelector('#main');
  if (!fresh) throw new Error(`${response.url} has no main part`);
  const preview = main.querySelector('img');
  const picture = fresh.querySelector('img');
  if (preview && picture) picture.style.background = `url("${preview.src}") center / cover`;
  const focus = main.contains(document.activeElement) ? selectorOf(document.activeElement) : null;
  keepChoice(main, fresh);
  main.replaceChildren(...[...fresh.childNodes].map((node) => document.adoptNode(node)));
  if (focus) main.querySelector<HTMLElement>(focus)?.focus({ preventScroll: true });
  main.ariaBusy = null;
  if (mains?.product.main === main) mains.product.title = page.title;
  if (!main.hidden) document.title = page.title;
  activateForm(main);
  void refreshStock(main);
  const { activateDetails } = await import('./details.ts');
  await activateDetails(main);
}

/** Keeps the size and quantity chosen in the preview, and the message that asks for a size. */
function keepChoice(preview: ParentNode, page: ParentNode): void {
  for (const { name, value, type, checked } of preview.querySelectorAll<HTMLInputElement>('form input')) {
    const isChoice = type === 'radio';
    const field = page.querySelector<HTMLInputElement>(
      `form [name="${name}"]${isChoice ? `[value="${value}"]` : ''}`,
    );
    if (field && isChoice) field.checked = checked;
    else if (field) field.value = value;
  }
  const isAsked = preview.querySelector('[data-size-error]:not([hidden])') !== null;
  if (isAsked) page.querySelector('[data-size-error]')?.removeAttribute('hidden');
}

/** A selector for the same control in the page. */
function selectorOf(element: Element | null): string | null {
  if (element instanceof HTMLInputElement) {
    return element.type === 'radio' ? `form [value="${element.value}"]` : `form [name="${element.name}"]`;
  }
  const mark = ['data-wish', 'data-step', 'data-buy-button'].find((name) => element?.hasAttribute(name));
  return mark ? `[${mark}="${element?.getAttribute(mark)}"]` : null;
}

/** Shows what the URL names: the list, or the product that was opened from it. */
function follow(): void {
  if (!mains) return;
  const { list, product } = mains;
  const [wanted, other] = location.pathname === list.path ? [list, product] : [product, list];
  if (location.pathname !== wanted.path) {
    location.reload();
    return;
  }
  if (!wanted.main.hidden) return;
  other.scroll = scrollY;
  other.main.hidden = true;
  other.main.id = '';
  wanted.main.hidden = false;
  wanted.main.id = 'main';
  document.title = wanted.title;
  const link = wanted.main.querySelector<HTMLElement>(`.card-link[href="${other.path}"]`);
  (link ?? wanted.main).focus({ preventScroll: true });
  scrollTo(0, wanted.scroll);
}
