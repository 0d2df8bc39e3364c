import { effect } from 'nanostores';
import { goTo } from '../../client/go-to.ts';
import { paths } from '../../contract/paths.ts';
import { $authLoading } from './session.ts';
import { $isSignedIn } from './signed-in.ts';

/**
 * Sends a visitor from a shopper's page to /login and back; never before the start-up check has finished.
 * @param from where the login leads back to; without it the address as it is then
 */
export function sendVisitorsToLogin(from?: string): () => void {
  return effect([$authLoading, $isSignedIn], (isLoading, isSignedIn) => {
    if (isLoading || isSignedIn) return;
    goTo(paths.login, { from: from ?? location.pathname + location.search }, 'replace');
  });
}
