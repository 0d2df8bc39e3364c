import { atFirstSign, whenReached } from '../../client/reach.ts';
import { readTab, tabKeys, writeTab } from '../../client/tab.ts';
import { protectContent } from '../../client/content-protection.ts';
import { refreshStock } from '../../components/shop/live-stock.ts';
import { networkMessages } from '../../contract/messages/network.ts';
import { startUp } from '../../stores/start-up.ts';
import { $toasts, showToast } from '../../stores/toasts.ts';
import { wakeBar } from './bar.ts';
import { wakeHearts } from './hearts.ts';

/**
 * The one script that every page has: it wakes the HTML over the stores, without React. What was tapped before it
 * arrived was held by layouts/before-paint.js and is carried out at the end.
 */
declare global {
  interface Window {
    releaseTaps?: () => Element[];
  }
}

const wake = whenReached(
  '[data-wish],[data-toggle-theme]',
  () => import('./hands.ts'),
  () => showToast('error', networkMessages.failed),
);
atFirstSign(wake);
$toasts.listen(wake);
if (document.body.dataset['protected'] === 'true') protectContent(document);
wakeBar(document);
wakeHearts(document);

// A page's own module stands after this one; the taps meant for it wait until it has run.
document.addEventListener('DOMContentLoaded', () => {
  for (const tapped of window.releaseTaps?.() ?? []) {
    if (tapped instanceof HTMLFormElement) tapped.requestSubmit();
    else if (tapped instanceof HTMLElement) tapped.click();
  }
});

// What was tapped is what the product's page opens with (components/shop/card-picture.js).
addEventListener('click', ({ target }) => {
  const picture = target instanceof Element && target.closest('.card')?.querySelector('img');
  if (picture) writeTab(tabKeys.cardPicture, picture.currentSrc);
});

void startUp();
void refreshStock(document);

// A sign of the shopper brings what can wait for one.
const REST_MS = 1_000;

const look = () => import('./looked.ts').catch(() => undefined);
const ahead = () => import('./ahead.ts').catch(() => undefined);
atFirstSign(() => setTimeout(look, REST_MS));
addEventListener('load', () => {
  // A page that this device has kept says so until it is known to be true.
  // What was typed before it was loaded again is put back.
  if (document.querySelector('[data-kept]') || readTab(tabKeys.typed)) void look();
  // What a shopper may open next is fetched once all of this page is there.
  const card = document.querySelector('.card-link');
  if (card && card.getBoundingClientRect().top < innerHeight) setTimeout(ahead, REST_MS);
});
