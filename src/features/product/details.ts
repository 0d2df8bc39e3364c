import { takeNavigationState } from '../../client/navigation-state.ts';
import { refreshStock } from '../../components/shop/live-stock.ts';
import { activateGallery } from '../../components/shop/product-gallery.ts';
import { networkMessages } from '../../contract/messages/page.ts';
import { paths } from '../../contract/paths.ts';
import { noteViewed } from '../../stores/catalogue/recently-viewed.ts';
import { showToast } from '../../stores/page/toasts.ts';
import { showWhenNear } from './viewed-cards.ts';

const awake = new WeakSet<ParentNode>();

/**
 * Wakes the rest of a product page after the first interaction. In slices, so that no tap waits for all of it.
 * @param root contains one product: the page, or the `<main>` of a product opened in place
 */
export async function activateDetails(root: ParentNode): Promise<void> {
  if (awake.has(root)) return;
  awake.add(root);
  const gallery = root.querySelector<HTMLElement>('[data-gallery]');
  if (gallery) activateGallery(gallery);
  root.addEventListener('click', ({ target }) => {
    if (!(target instanceof Element)) return;
    const share = target.closest<HTMLElement>('[data-share]');
    if (share) reach(async () => (await import('./share.ts')).share(share));
    else if (gallery && target.closest('[data-zoom], .gallery-slide')) {
      reach(async () => (await import('./zoom.ts')).openZoom(gallery));
    }
  });
  const sheet = root.querySelector<HTMLElement>('[data-share-sheet]');
  if (sheet) sheet.hidden = !('share' in navigator);

  await nextTask();
  keepStockFresh();
  const form = root.querySelector<HTMLFormElement>('form[data-buy]');
  const productId = form?.dataset['buy'];
  if (!form || !productId) return;
  chooseLinkedSize(form);
  const state = takeNavigationState(paths.product(productId));
  if ((state.notifyMe ?? state.earlyOrder) !== undefined) {
    reach(async () => (await import('./resume-after-login.ts')).carryOut(form, state));
  }

  await nextTask();
  const viewed = root.querySelector<HTMLElement>('[data-viewed]');
  const others = noteViewed(productId);
  if (viewed && others.length > 0) showWhenNear(viewed, others);
}

/** Search engines and price comparison sites link to a size. A size that the shopper chose meanwhile stays. */
function chooseLinkedSize(form: HTMLFormElement): void {
  const linked = new URLSearchParams(location.search).get('size');
  const choices = [...form.querySelectorAll<HTMLInputElement>('input[type="radio"][name="size"]')];
  if (choices.some(({ checked }) => checked)) return;
  const choice = choices.find(({ value }) => value === linked);
  if (!choice) return;
  choice.checked = true;
  choice.dispatchEvent(new Event('change', { bubbles: true }));
}

/** Maximum age of the shown stock while the page is visible. */
const STOCK_MS = 30_000;
let isKeptFresh = false;

function keepStockFresh(): void {
  if (isKeptFresh) return;
  isKeptFresh = true;
  const refresh = () => {
    if (document.visibilityState === 'visible') void refreshStock(document);
  };
  setInterval(refresh, STOCK_MS);
  document.addEventListener('visibilitychange', refresh);
}

function nextTask(): Promise<void> {
  return new Promise((resolve) => setTimeout(resolve));
}

function reach(verb: () => Promise<void>): void {
  verb().catch(() => showToast('error', networkMessages.failed));
}
