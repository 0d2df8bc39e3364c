import { atFirstSign, whenReached } from '../../client/reach.ts';
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

void startUp(location.pathname);
void refreshStock(document);

// The first thing that slides over the page brings what lets a finger drag it away.
addEventListener('toggle', () => import('../../components/shop/drawers.ts').catch(() => undefined), {
  capture: true,
  once: true,
});

// What is fetched ahead, and what works without a network, come when everything else has.
addEventListener('load', () => setTimeout(() => import('./rest.ts').catch(() => undefined), 1000));

// Cards move only where they can be seen: below the first screen, not before somebody scrolls.
addEventListener('load', () => {
  const first = document.querySelector('[data-more-pictures]');
  if (!first) return;
  if (first.getBoundingClientRect().top < innerHeight) moveCards();
  else addEventListener('scroll', moveCards, { once: true, passive: true });
});

function moveCards(): void {
  import('../../components/shop/card-motion.ts')
    .then((motion) => motion.moveCards(document))
    .catch(() => undefined);
}
