import { hasNavigationState } from '../../client/navigation.ts';
import { onFirstInteraction, onInteraction } from '../../client/on-interaction.ts';
import { wakeBuyBox } from '../../components/shop/buy-box.ts';
import { networkMessages } from '../../contract/messages/network.ts';
import { showToast } from '../../stores/page/toasts.ts';

/**
 * The product page's own script: the buy box. Gallery, full screen, sharing, what was seen before and a wish that was
 * carried through login come with the first interaction; the gallery scrolls and snaps by itself until then. A list that
 * opens a product in place (open-product.ts) has the same buy box, and no page of a product.
 */
export function wakeForm(root: ParentNode): void {
  wakeBuyBox(root.querySelector('form[data-buy]') as HTMLFormElement);
}

if (document.querySelector('main:not([data-opened]) > [data-product]')) {
  wakeForm(document);
  const wake = onInteraction(
    // Steps, thumbnails, slides and the full screen; then what the share menu does.
    '.gallery :is(a,button,li),[data-share]',
    () => import('./details.ts').then((code) => code.wakeDetails(document)),
    () => showToast('error', networkMessages.failed),
  );
  onFirstInteraction(wake);
  // A size that the address chooses, or a wish that was carried here.
  if (location.search || hasNavigationState(location.pathname)) wake();
}
