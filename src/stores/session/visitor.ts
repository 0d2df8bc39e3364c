import { effect } from 'nanostores';
import { goTo } from '../../client/go-to.ts';
import { paths } from '../../contract/paths.ts';
import { $authLoading } from './session.ts';
import { $isSignedIn } from './signed-in.ts';

/**
 * Sends a visitor from an account page to /login and back, after the start-up check.
 * @param from the page after the login; by default the current address
 */
export function sendVisitorsToLogin(from?: string): () => void {
  return effect([$authLoading, $isSignedIn], (isLoading, isSignedIn) => {
    if (isLoading || isSignedIn) return;
    goTo(paths.login, { from: from ?? location.pathname + location.search }, 'replace');
  });
}
