import { atom, computed } from 'nanostores';
import { $unsynced } from './cart-changes.ts';
import { loadShopperCode } from '../session/start-up.ts';

/** Whether the server has told this page which lines the account's cart has. */
export const $isCartRead = atom(false);

/** Whether a cart without lines here may have lines at the server. A line removed here is not one of them. */
export const $mayHaveLines = computed(
  [$isCartRead, $unsynced],
  (isRead, unsynced) => !isRead && unsynced.length === 0,
);

/** Asks the server for the cart again if it was not read yet. */
export async function readCartAgain(): Promise<void> {
  if ($isCartRead.get()) return;
  try {
    await (await loadShopperCode()).loadCart();
  } catch {
    // The code did not load: the screen still says that the cart is not known, and offers another try.
  }
}
