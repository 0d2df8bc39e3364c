import type { NavigationState } from '../contract/paths.ts';
import { stateKey } from './navigation.ts';
import { writeTab } from './tab-storage.ts';

/**
 * Opens a page of this site and passes it a state, once. `replace` is for redirects: the Back button must not open a
 * page that redirects the shopper again.
 */
export function goTo(path: string, state?: NavigationState, how: 'assign' | 'replace' = 'assign'): void {
  if (state) writeTab(stateKey(path), JSON.stringify(state));
  location[how](path);
}
