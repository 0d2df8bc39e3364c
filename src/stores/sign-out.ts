import { call } from '../client/api.ts';
import { goTo } from '../client/navigation.ts';
import { forgetDevice } from '../client/tab.ts';
import { profileMessages } from '../contract/messages/profile.ts';
import { sessionMessages } from '../contract/messages/session.ts';
import { paths } from '../contract/paths.ts';
import { forgetCode } from './discount-code.ts';
import {
  $authLoading,
  $isLeaving,
  $token,
  endSession,
  farewells,
  productsKey,
  viewedKey,
} from './session.ts';
import { carryToast, showToast } from './toasts.ts';

const FAREWELL_MS = 5_000;

/**
 * Logs out. This device forgets the shopper at once, whatever the network does; then what had not reached the server
 * yet is sent, and then the token is revoked. `$authLoading` holds redirects back until that is done, because a page
 * that is left sends nothing more.
 */
export async function signOut(): Promise<void> {
  const token = $token.get();
  const lastWords = forgetShopper(token);
  showToast('info', sessionMessages.loggedOut);
  try {
    await Promise.all(lastWords);
    if (token) await call('user.logout', undefined, { token, keepalive: true, timeoutMs: FAREWELL_MS });
  } finally {
    $isLeaving.set(false);
    $authLoading.set(false);
  }
}

/** After the account has been deleted: this device forgets the shopper, and the home page says what happened. */
export function leaveDeletedAccount(): void {
  forgetShopper(undefined);
  carryToast('success', profileMessages.deleted);
  goTo(paths.home, undefined, 'replace');
}

/** @returns last words that are on their way; none where the server no longer knows who speaks. */
function forgetShopper(token: string | undefined): (Promise<void> | undefined)[] {
  $isLeaving.set(true);
  $authLoading.set(true);
  const lastWords = farewells.map((farewell) => farewell(token));
  endSession();
  forgetCode();
  forgetDevice(productsKey, viewedKey);
  return lastWords;
}
