import { onFirstInteraction, replayTaps, onInteraction, whenIdle } from '../../client/on-interaction.ts';
import { readTab, tabKeys } from '../../client/tab-storage.ts';
import { protectContent } from '../../client/content-protection.ts';
import { refreshStock } from '../../components/shop/live-stock.ts';
import { networkMessages } from '../../contract/messages/network.ts';
import { startUp } from '../../stores/session/start-up.ts';
import { $toasts, showToast } from '../../stores/page/toasts.ts';
import { wakeBar } from './bar.ts';
import { wakeHearts } from './wishlist-hearts.ts';

/**
 * The one script that every page has: it wakes the HTML over the stores, without React. What was tapped before it
 * arrived was held by layouts/before-paint.js and is carried out at the end.
 */
const wake = onInteraction(
  '[data-wish],[data-toggle-theme]',
  () => import('./on-interaction.ts'),
  () => showToast('error', networkMessages.failed),
);
onFirstInteraction(wake);
$toasts.listen(wake);
if (document.body.dataset['protected'] === 'true') protectContent(document);
wakeBar(document, wake);
wakeHearts(document);

// A page's own module stands after this one; the taps meant for it wait until it has run.
document.addEventListener('DOMContentLoaded', replayTaps);

// Netlify's addresses of single deploys: 5d4aeac2ccab--taana.netlify.app, deploy-preview-7--…, or deploy-preview-7.<domain>.
if (/--.*\.netlify\.app$|^deploy-p/.test(location.hostname)) void import('./preview-notice.ts');

void startUp();
void refreshStock(document);

// What a shopper has not asked for comes when one who has given a sign rests.
const idle = () => import('./idle.ts').catch(() => undefined);
onFirstInteraction(() => whenIdle(idle));
addEventListener('load', () => {
  // A page that this device has kept says so until it is known to be true.
  // What was typed before it was loaded again is put back.
  if (document.querySelector('[data-kept]') || readTab(tabKeys.typed)) void idle();
});
