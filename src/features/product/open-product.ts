import { carryOutTaps } from '../../client/reach.ts';
import { documentOf } from '../../client/trusted-texts.ts';
import { wakeBuyBox } from '../../components/shop/buy-box.ts';
import { refreshStock } from '../../components/shop/live-stock.ts';

/**
 * The second half of opening a product in place (preview.ts): the buy box works, the page takes the place of the preview,
 * and Back and Forward change between product and list. `data-path`, `data-title` and `data-scroll` of each `<main>` say
 * what it was when it was last shown.
 */
addEventListener('popstate', follow);

/**
 * @param main the product as its card drew it, already shown
 * @param page the answer to the request for its page
 */
export function openProduct(main: HTMLElement, page: Promise<Response>): void {
  // The product before this one is history that Forward no longer reaches.
  for (const other of document.querySelectorAll<HTMLElement>('main[data-opened]')) {
    if (other !== main) other.remove();
  }
  wakeForm(main);
  carryOutTaps();
  follow();
  page
    .then((response) => arrive(main, response))
    .catch(() => {
      // The browser, or the service worker, says what is wrong.
      if (isShown(main)) location.reload();
    });
}

function wakeForm(main: HTMLElement): void {
  const form = main.querySelector<HTMLFormElement>('form[data-buy]');
  if (form) wakeBuyBox(form);
}

function isShown(main: HTMLElement): boolean {
  return main.isConnected && !main.hidden;
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
  main.dataset['title'] = page.title;
  if (isShown(main)) document.title = page.title;
  wakeForm(main);
  void refreshStock(main);
  const { wakeDetails } = await import('./details.ts');
  await wakeDetails(main);
}

/** Size and quantity, as chosen in the preview. */
function keepChoice(preview: ParentNode, page: ParentNode): void {
  for (const { name, value, type, checked } of preview.querySelectorAll<HTMLInputElement>('form input')) {
    const field = page.querySelector<HTMLInputElement>(
      type === 'radio' ? `form [name="${name}"][value="${value}"]` : `form [name="${name}"]`,
    );
    if (!field) continue;
    if (type === 'radio') field.checked = checked;
    else field.value = value;
  }
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
  const mains = [...document.querySelectorAll<HTMLElement>('main')];
  const shown = mains.find(({ hidden }) => !hidden);
  const wanted = mains.find(({ dataset }) => dataset['path'] === location.pathname);
  if (!shown || wanted === shown) return;
  if (!wanted) {
    location.reload();
    return;
  }
  Object.assign(shown.dataset, { scroll: scrollY });
  shown.hidden = true;
  shown.id = '';
  wanted.hidden = false;
  wanted.id = 'main';
  document.title = wanted.dataset['title'] ?? '';
  const link = wanted.querySelector<HTMLElement>(`.card-link[href="${shown.dataset['path']}"]`);
  (link ?? wanted).focus({ preventScroll: true });
  scrollTo(0, Number(wanted.dataset['scroll'] ?? 0));
}
