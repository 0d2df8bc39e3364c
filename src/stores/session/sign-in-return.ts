import { atom } from 'nanostores';
import { goTo } from '../../client/go-to.ts';
import { keepNavigationState, takeNavigationState } from '../../client/navigation-state.ts';
import { loginReasons } from '../../contract/messages/account.ts';
import { type NavigationState, paths, returnPath } from '../../contract/paths.ts';
import { $token } from './session.ts';

let { from, onReturn }: NavigationState = {};
/** Why the shopper was sent to /login; '' if they opened it themselves. */
export const $signInReason = atom('');

let stopWatching = (): void => undefined;

/**
 * Opens /login: remembers the page that the shopper came from and the action to continue, also through a reload. If the
 * shopper is logged in already, here or in another tab, it redirects at once. Separate from the form, so that this does
 * not wait for its code.
 * @returns a function that stops the redirect
 */
export function openSignIn(): () => void {
  const state = takeNavigationState(paths.login);
  keepNavigationState(state);
  ({ from, onReturn } = state);
  $signInReason.set(reasonOf(state));
  stopWatching = $token.subscribe((token) => {
    if (token) leaveSignIn();
  });
  return stopWatching;
}

function reasonOf({ from = '', onReturn }: NavigationState): string {
  if (onReturn?.notifyMe !== undefined) return loginReasons.notifyMe;
  if (onReturn?.earlyOrder !== undefined) return loginReasons.earlyOrder;
  const [path = ''] = from.split(/[?#]/);
  return Object.entries(loginReasons).find(([wanted]) => wanted === path)?.[1] ?? '';
}

/** From now on this page's own login decides when to redirect. */
export function stopSignedInWatch(): void {
  stopWatching();
}

export const signInReturnPath = (): string => returnPath(from);

export function leaveSignIn(): void {
  goTo(signInReturnPath(), onReturn, 'replace');
}
