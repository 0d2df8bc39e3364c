import { onFirstInteraction, replayTaps, onInteraction, whenIdle } from '../../client/on-interaction.ts';
import { readTab, TYPED_KEY } from '../../client/tab-storage.ts';
import { protectContent } from '../../client/content-protection.ts';
import { refreshStock } from '../../components/shop/live-stock.ts';
import { toastMs } from '../../domain/config.ts';
import { startUp } from '../../stores/session/start-up.ts';
import { $toasts, NEXT_PAGE_TOAST_KEY } from '../../stores/page/toasts.ts';
import { startBar } from './top-bar.ts';
import { syncHearts } from './wishlist-hearts.ts';

/**
 * The one script on every page: it connects the HTML to the stores, without React. layouts/before-paint.js held earlier
 * taps; they are replayed at the end.
 */
const wake = onInteraction(
  '[data-wish],[data-toggle-theme]',
  () => import('./on-interaction.ts'),
  sayOffline,
);
onFirstInteraction(wake);
$toasts.listen(wake);
// The previous page left a message.
if (readTab(NEXT_PAGE_TOAST_KEY)) wake();
addEventListener('offline', sayOffline);
if (document.body.dataset['protected'] === 'true') protectContent(document);
startBar(document, wake);
syncHearts(document);

// A page's own module runs after this one; taps for it wait until it has run.
document.addEventListener('DOMContentLoaded', replayTaps);

// Host names of Netlify's single deploys: 5d4aeac2ccab--taana.netlify.app, deploy-preview-7--…, or
// deploy-preview-7.<domain>.
if (/--.*\.netlify\.app$|^deploy-p/.test(location.hostname)) void import('./preview-notice.ts');

/** Shows the message that stands in the page as long as the code that draws toasts has not come. */
function sayOffline(): void {
  const message = document.getElementById('offline') as HTMLElement;
  message.hidden = false;
  setTimeout(() => (message.hidden = true), toastMs);
}

void startUp();
void refreshStock(document);

// Low-priority code loads when the page is idle after a first interaction.
const idle = () => import('./idle.ts').catch(() => undefined);
onFirstInteraction(() => whenIdle(idle));
addEventListener('load', () => {
  // A cached page says so until it is known to be current.
  // Form restore puts back what was typed before a reload.
  if (document.querySelector('[data-kept]') || readTab(TYPED_KEY)) void idle();
});
