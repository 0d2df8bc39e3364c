import { replayTaps } from '../../client/on-interaction.ts';
import { documentOf } from '../../client/trusted-texts.ts';
import { refreshStock } from '../../components/shop/live-stock.ts';
import { ONE_SIZE } from '../../domain/config-every-page.ts';
import { wakeForm } from './product.ts';

/** A `<main>` of this document as it was when it was last shown. */
export interface Place {
  main: HTMLElement;
  title: string;
  path: string;
  /** In CSS pixels from the top. */
  scroll: number;
}

/** The list, and the product that was opened from it last. */
let places: { list: Place; product: Place } | undefined;

/**
 * The second half of opening a product in place (preview.ts): the buy box works, the page takes the place of the preview,
 * and Back and Forward change between product and list.
 *
 * @param main the product as its card drew it, already shown
 * @param page the answer to the request for its page
 */
export function openProduct(main: HTMLElement, page: Promise<Response>, path: string, list: Place): void {
  // Forward no longer reaches the one before.
  if (places) places.product.main.remove();
  else addEventListener('popstate', follow);
  const heading = main.querySelector('h1');
  const title = heading?.textContent.trim() ?? '';
  // As its page has it.
  if (heading && title.length > 32) heading.className = 'display text-heading';
  places = { list, product: { main, title, path, scroll: 0 } };
  completeForm(main);
  wakeForm(main);
  document.title = title;
  if (!main.contains(document.activeElement)) main.focus({ preventScroll: true });
  replayTaps();
  // Back may have come before this code.
  follow();
  page
    .then((response) => arrive(main, response))
    .catch(() => {
      // The browser, or the service worker, says what is wrong.
      if (!main.hidden) location.reload();
    });
}

/** What the buy box goes by and the preview does not need. */
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

/** The page replaces its preview; what the shopper has chosen meanwhile, and where the focus is, stay. */
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
  if (places?.product.main === main) places.product.title = page.title;
  if (!main.hidden) document.title = page.title;
  wakeForm(main);
  void refreshStock(main);
  const { wakeDetails } = await import('./details.ts');
  await wakeDetails(main);
}

/** Size and quantity as chosen in the preview, and the sentence that asks for a size. */
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

/** How to find the same control in the page. */
function selectorOf(element: Element | null): string | null {
  if (element instanceof HTMLInputElement) {
    return element.type === 'radio' ? `form [value="${element.value}"]` : `form [name="${element.name}"]`;
  }
  const mark = ['data-wish', 'data-step', 'data-buy-button'].find((name) => element?.hasAttribute(name));
  return mark ? `[${mark}="${element?.getAttribute(mark)}"]` : null;
}

/** Shows what the address names: the list, or the product that was opened from it. */
function follow(): void {
  if (!places) return;
  const { list, product } = places;
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
