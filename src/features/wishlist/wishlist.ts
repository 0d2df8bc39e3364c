import { networkMessages } from '../../contract/messages/page.ts';
import { $authLoading, $token } from '../../stores/session/session.ts';
import { showToast } from '../../stores/page/toasts.ts';
import { $wishlist } from '../../stores/wishlist/wishlist.ts';

/**
 * The wishlist page's own script: shows the empty message, or loads the code that draws the items. A device with items
 * has that code cached (src/integrations/service-worker, AT_REST).
 */
const list = document.querySelector<HTMLElement>('[data-wishes]');
const empty = document.querySelector<HTMLElement>('[data-empty]');

const unlisten = [$wishlist.listen(look), $authLoading.listen(look)];
look();

function look(): void {
  if ($wishlist.get().length > 0) {
    for (const stop of unlisten) stop();
    import('./draw-wishlist.ts').catch(() => showToast('error', networkMessages.failed));
  } else if (list && empty && !($authLoading.get() && $token.get())) {
    // The shopper's wishlist may still be loading: the empty message waits for it.
    list.hidden = true;
    empty.hidden = false;
  }
}
