import { $authLoading, $isLeaving, $token } from './session.ts';
import { showCarriedToast } from '../page/toasts.ts';

/**
 * The start-up of specification §4, once a page: with a token cart and wishlist come from the server, then the
 * auth-loading flag turns false. What speaks with the server is fetched for shoppers who are logged in.
 */
export async function startUp(path = location.pathname): Promise<void> {
  addEventListener('online', () => void catchUp(path));
  showCarriedToast();
  await catchUp(path);
  if (!$isLeaving.get()) $authLoading.set(false);
}

/** What speaks with the server for a shopper who is logged in. */
export const loadShopperCode = () => import('./refresh.lazy.ts');

async function catchUp(path: string): Promise<void> {
  if (!$token.get()) return;
  try {
    const code = await loadShopperCode();
    await code.refreshShopper(path);
  } catch {
    // The code did not arrive: cart and wishlist are shown as this device knows them, and the next page tries again.
  }
}
