import { $authLoading, $isSigningOut, $token } from './session.ts';

/**
 * Runs once per page: with a token, loads cart and wishlist from the server, then sets `$authLoading` to false. The
 * code for this loads only for logged-in shoppers.
 */
export async function startUp(path = location.pathname): Promise<void> {
  addEventListener('online', () => void catchUp(path));
  await catchUp(path);
  if (!$isSigningOut.get()) $authLoading.set(false);
}

/** The sync code for logged-in shoppers. */
export const loadShopperCode = () => import('./refresh.lazy.ts');

async function catchUp(path: string): Promise<void> {
  if (!$token.get()) return;
  try {
    const code = await loadShopperCode();
    await code.refreshShopper(path);
  } catch {
    // The code did not load: cart and wishlist show the data of this device, and the next page tries again.
  }
}
