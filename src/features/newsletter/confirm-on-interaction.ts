import { takeLinkToken } from '../../client/link-token.ts';
import { onInteraction } from '../../client/on-interaction.ts';
import { networkMessages } from '../../contract/messages/page.ts';
import { newsletterPaths } from '../../contract/paths.ts';
import { showToast } from '../../stores/page/toasts.ts';

/**
 * The page of a link that confirms a subscription. Its question is HTML; its code loads with the tap, or at once if the
 * link is missing or invalid. The token leaves the address bar before anything is fetched.
 */
const wake = onInteraction(
  '[data-confirm]',
  () => import('./confirm.ts'),
  () => showToast('error', networkMessages.failed),
);
addEventListener('hashchange', wake);
if (takeLinkToken(newsletterPaths.confirm) === null) wake();
