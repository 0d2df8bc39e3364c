import { networkMessages } from '../../contract/messages/network.ts';
import { $authLoading, $token } from '../../stores/session/session.ts';
import { showToast } from '../../stores/page/toasts.ts';
import { $wishlist } from '../../stores/wishlist/wishlist.ts';

/**
 * The wishlist page's own script: an empty list is said to be empty, and a list with pieces brings the code that draws
 * them. A device that has pieces has that code already (src/integrations/service-worker, AT_REST).
 */
const list = document.querySelector<HTMLElement>('[data-wishes]');
const empty = document.querySelector<HTMLElement>('[data-empty]');

const unlisten = [$wishlist.listen(look), $authLoading.listen(look)];
look();

function look(): void {
  if ($wishlist.get().length > 0) {
    for (const stop of unlisten) stop();
    import('./draw-wishes.ts').catch(() => showToast('error', networkMessages.failed));
  } else if (list && empty && !($authLoading.get() && $token.get())) {
    // A shopper's list may still be on its way: an empty one is not called empty before.
    list.hidden = true;
    empty.hidden = false;
  }
}
