import { $toasts, dismissToast, type Toast } from '../../stores/toasts.ts';
import { shop } from '../../domain/shop.ts';

/**
 * Draws the toasts: top right, closing by themselves after 5000 ms (specification §9), waiting while the pointer or the
 * keyboard is on them. The region is in the page from the start, so that screen readers announce what enters it.
 */
export function renderToasts(region: HTMLElement): void {
  const drawn = new Map<Toast['id'], HTMLElement>();
  const moveTo = (place: Element) => {
    if (region.parentElement !== place) place.append(region);
  };
  document.addEventListener('close', () => moveTo(document.body), true);
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
      // Outside an open modal dialog everything is inert and behind it, so the region goes where the shopper is.
      moveTo(document.querySelector('dialog:modal') ?? document.body);
      region.append(element);
    }
  });
}

function draw({ id, kind, text }: Toast): HTMLElement {
  const element = document.createElement('div');
  element.className = 'toast';
  element.dataset['kind'] = kind;
  element.setAttribute('role', kind === 'error' ? 'alert' : 'status');
  const sentence = document.createElement('p');
  sentence.textContent = text;
  const close = document.createElement('button');
  close.type = 'button';
  close.className = 'icon-button';
  close.ariaLabel = 'Close message';
  close.textContent = '×';
  close.onclick = () => dismissToast(id);
  element.append(sentence, close);

  let timer = 0;
  const run = () => {
    clearTimeout(timer);
    timer = window.setTimeout(() => dismissToast(id), shop.toastMs);
  };
  const pause = () => clearTimeout(timer);
  element.onpointerenter = pause;
  element.onpointerleave = run;
  element.addEventListener('focusin', pause);
  element.addEventListener('focusout', run);
  run();
  return element;
}
