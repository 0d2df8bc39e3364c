import { takeNavigationState } from '../../client/navigation-state.ts';
import { refreshStock } from '../../components/shop/live-stock.ts';
import { wakeGallery } from '../../components/shop/product-gallery.ts';
import { networkMessages } from '../../contract/messages/network.ts';
import { paths } from '../../contract/paths.ts';
import { noteViewed } from '../../stores/recently-viewed.ts';
import { showToast } from '../../stores/toasts.ts';
import { showWhenNear } from './viewed-cards.ts';

/** What a product page does for a shopper who has begun to look: see product.ts, which fetches it. */
const gallery = document.querySelector<HTMLElement>('[data-gallery]');
const form = document.querySelector<HTMLFormElement>('form[data-buy]');
if (gallery) wakeGallery(gallery);

document.addEventListener('click', ({ target }) => {
  if (!(target instanceof Element)) return;
  const share = target.closest<HTMLElement>('[data-share]');
  if (share) reach(async () => (await import('./share.ts')).share(share));
  else if (gallery && target.closest('[data-zoom], .gallery-slide')) {
    reach(async () => (await import('./zoom.ts')).openZoom(gallery));
  }
});

const sheet = document.querySelector<HTMLElement>('[data-share-sheet]');
if (sheet) sheet.hidden = !('share' in navigator);

/** How long what is on screen may be older than the stock call's own answer, while somebody looks at it. */
const STOCK_MS = 30_000;
const refresh = () => {
  if (document.visibilityState === 'visible') void refreshStock(document);
};
setInterval(refresh, STOCK_MS);
document.addEventListener('visibilitychange', refresh);

// Search engines and price comparisons link to a size; one that the shopper chose meanwhile stays.
const linked = new URLSearchParams(location.search).get('size');
const choices = [...(form?.querySelectorAll<HTMLInputElement>('input[type="radio"][name="size"]') ?? [])];
if (form && !choices.some(({ checked }) => checked)) {
  const choice = choices.find(({ value }) => value === linked);
  if (choice) {
    choice.checked = true;
    choice.dispatchEvent(new Event('change', { bubbles: true }));
  }
}

const productId = form?.dataset['buy'];
if (form && productId) {
  const state = takeNavigationState(paths.product(productId));
  if (state.notifyMe !== undefined || state.earlyOrder) {
    reach(async () => (await import('./carried-wish.ts')).carryOut(form, state));
  }
  const viewed = document.querySelector<HTMLElement>('[data-viewed]');
  const others = noteViewed(productId);
  if (viewed && others.length > 0) showWhenNear(viewed, others);
}

function reach(verb: () => Promise<void>): void {
  verb().catch(() => showToast('error', networkMessages.failed));
}
