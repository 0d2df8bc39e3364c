import { readTab } from '../../client/tab-storage.ts';
import { networkMessages } from '../../contract/messages/page.ts';
import { $authLoading, $token } from '../../stores/session/session.ts';
import { loadShopperCode } from '../../stores/session/start-up.ts';
import { showToast } from '../../stores/page/toasts.ts';
import { $wishlist } from '../../stores/wishlist/wishlist.ts';

/**
 * The wishlist page's own script: shows the empty message, or loads the code that draws the items. A device with items
 * has that code cached (src/integrations/service-worker, AT_REST).
 */
const list = document.querySelector<HTMLElement>('[data-wishes]');
const empty = document.querySelector<HTMLElement>('[data-empty]');
const notLoaded = document.querySelector<HTMLElement>('[data-not-loaded]');

notLoaded?.querySelector('button')?.addEventListener('click', ({ currentTarget }) => {
  void loadAgain(currentTarget as HTMLElement);
});
const unlisten = [$wishlist.listen(look), $authLoading.listen(look)];
look();

function look(): void {
  if ($wishlist.get().length > 0) {
    for (const stop of unlisten) stop();
    if (notLoaded) notLoaded.hidden = true;
    import('./draw-wishlist.ts').catch(() => showToast('error', networkMessages.failed));
  } else if (list && empty && notLoaded && !($authLoading.get() && $token.get())) {
    // The shopper's wishlist may still be loading: the empty message waits for it.
    list.hidden = true;
    // The server did not answer, and this device knows no items.
    const isNotLoaded = $token.get() !== undefined && !isWishlistRead();
    notLoaded.hidden = !isNotLoaded;
    empty.hidden = isNotLoaded;
  }
}

/** Whether the server has answered this page (stores/wishlist/wishlist-sync.lazy). */
function isWishlistRead(): boolean {
  return Number(readTab('taana-wishlist-read') ?? 0) >= performance.timeOrigin;
}

async function loadAgain(button: HTMLElement): Promise<void> {
  if (button.ariaBusy === 'true') return;
  button.ariaBusy = 'true';
  await loadShopperCode().then(
    (code) => code.loadWishlist(),
    () => undefined,
  );
  button.ariaBusy = null;
}
