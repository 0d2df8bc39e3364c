import { hasNavigationState } from '../../client/navigation.ts';
import { onFirstInteraction, onInteraction } from '../../client/on-interaction.ts';
import { activateBuyBox } from '../../components/shop/buy-box.ts';
import { networkMessages } from '../../contract/messages/page.ts';
import { showToast } from '../../stores/page/toasts.ts';

/**
 * The product page's own script: the buy box. Gallery, full screen, sharing, recently viewed and a request carried
 * through login load on the first interaction; until then the gallery scrolls and snaps natively. A list that opens a
 * product in place (open-product.ts) has the same buy box.
 */
export function activateForm(root: ParentNode): void {
  activateBuyBox(root.querySelector('form[data-buy]') as HTMLFormElement);
}

if (document.querySelector('main:not([data-opened]) > [data-product]')) {
  activateForm(document);
  const wake = onInteraction(
    // Steps, thumbnails, slides and full screen; then the share menu.
    '.gallery :is(a,button,li),[data-share]',
    () => import('./details.ts').then((code) => code.activateDetails(document)),
    () => showToast('error', networkMessages.failed),
  );
  onFirstInteraction(wake);
  // A size in the URL, or a request carried through login.
  if (location.search || hasNavigationState(location.pathname)) wake();
}
