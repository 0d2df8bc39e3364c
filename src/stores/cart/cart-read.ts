import { computed } from 'nanostores';
import { readTab } from '../../client/tab-storage.ts';
import { $authLoading } from '../session/session.ts';
import { loadShopperCode } from '../session/start-up.ts';
import { $cart } from './cart.ts';
import { $unsynced } from './pending-changes.ts';

/**
 * Whether a cart without lines here may have lines at the server, because the server has not answered this page. A line
 * removed here is not one of them.
 */
export const $mayHaveLines = computed(
  [$cart, $unsynced, $authLoading],
  (_, unsynced) => !isCartRead() && unsynced.length === 0,
);

/** cart-sync.lazy.ts notes the time; an import of it would bring the code of shoppers to visitors. */
function isCartRead(): boolean {
  return Number(readTab('taana-cart-read') ?? 0) >= performance.timeOrigin;
}

export async function readCartAgain(): Promise<void> {
  try {
    await (await loadShopperCode()).loadCart();
  } catch {
    // The code did not load: the screen still says that the cart is not known, and offers another try.
  }
}
