import { atom } from 'nanostores';
import { goTo } from '../../client/go-to.ts';
import { keepNavigationState, takeNavigationState } from '../../client/navigation-state.ts';
import { loginReasons } from '../../contract/messages/login-reasons.ts';
import { type NavigationState, paths } from '../../contract/paths.ts';
import { returnPath } from '../../contract/return-path.ts';
import { $token } from './session.ts';

let { from, onReturn }: NavigationState = {};
/** Why the shopper was sent to /login; '' when they came on their own. */
export const $signInReason = atom('');

let stopWatching = (): void => undefined;

/**
 * Opens /login: remembers where the shopper came from and what for, also through a reload. A shopper who is logged in
 * already, here or meanwhile in another tab, goes on to there. Apart from the form, so that nobody waits for its code.
 * @returns a function that ends the watching.
 */
export function openSignIn(): () => void {
  const state = takeNavigationState(paths.login);
  keepNavigationState(state);
  ({ from, onReturn } = state);
  $signInReason.set(reasonOf(state));
  stopWatching = $token.subscribe((token) => {
    if (token) goOn();
  });
  return stopWatching;
}

function reasonOf({ from = '', onReturn }: NavigationState): string {
  if (onReturn?.notifyMe !== undefined) return loginReasons.notifyMe;
  if (onReturn?.earlyOrder !== undefined) return loginReasons.earlyOrder;
  const [path = ''] = from.split(/[?#]/);
  return Object.entries(loginReasons).find(([wanted]) => wanted === path)?.[1] ?? '';
}

/** From here on this page's own login decides when the shopper goes on. */
export function stopSignedInWatch(): void {
  stopWatching();
}

/** Leaves /login for the page that was first asked for. */
export function goOn(): void {
  goTo(returnPath(from), onReturn, 'replace');
}
