import { cartMessages } from '../../contract/messages/cart-and-wishlist.ts';
import type { paths } from '../../contract/paths.ts';
import { dismissToast } from '../../stores/page/toasts.lazy.ts';
import { $toasts, type Toast } from '../../stores/page/toasts.ts';
import { toastMs } from '../../domain/config.ts';

const CART = '/cart' satisfies typeof paths.cart;

/**
 * Draws the toasts: top right, closing after 5000 ms, paused while the pointer or the keyboard focus is on them or the
 * page is hidden. The live region is in the page from the start, so that screen readers announce what enters it. Only
 * this region announces: an error that also stands beside its cause is plain text there.
 */
export function renderToasts(region: HTMLElement): void {
  const drawn = new Map<Toast['id'], HTMLElement>();
  // Everything outside an open modal dialog is inert, so the region moves into the dialog.
  const follow = () => {
    const place = document.querySelector('dialog:modal') ?? document.body;
    if (region.parentElement !== place) place.append(region);
  };
  document.addEventListener('close', follow, true);
  $toasts.subscribe((toasts) => {
    for (const [id, element] of drawn) {
      if (toasts.some((toast) => toast.id === id)) continue;
      element.remove();
      drawn.delete(id);
    }
    for (const toast of toasts) {
      if (drawn.has(toast.id)) continue;
      const element = draw(toast);
      drawn.set(toast.id, element);
      follow();
      region.append(element);
    }
  });
}

/** The links of a toast: "added to cart" leads to the cart. */
function linksOf(text: string): HTMLElement[] {
  if (text !== cartMessages.added) return [];
  const link = document.createElement('a');
  link.href = CART;
  link.textContent = 'View cart';
  return [link];
}

function draw({ id, text }: Toast): HTMLElement {
  const element = document.createElement('div');
  element.className = 'toast';
  const sentence = document.createElement('p');
  sentence.textContent = text;
  const close = document.createElement('button');
  close.type = 'button';
  close.className = 'icon-button';
  close.ariaLabel = 'Close message';
  close.textContent = '×';
  element.append(sentence, ...linksOf(text), close);
  close.onclick = () => dismissToast(id);

  let timer: ReturnType<typeof setTimeout>;
  const run = () => {
    clearTimeout(timer);
    timer = setTimeout(
      () => (document.hidden || element.matches(':hover,:focus-within') ? run() : dismissToast(id)),
      toastMs,
    );
  };
  element.onpointerleave = run;
  element.addEventListener('focusout', run);
  run();
  return element;
}
