import type { NavigationState } from '../contract/paths.ts';
import { readTab, writeTab } from './tab.ts';

/**
 * Opens a page of this site and hands it a state, once. `replace` is for redirects: the browser's Back button must not
 * lead into a page that sends the shopper on again.
 */
export function goTo(path: string, state?: NavigationState, how: 'assign' | 'replace' = 'assign'): void {
  if (state) writeTab(stateKey(path), JSON.stringify(state));
  location[how](path);
}

/** Whether the page before handed this path a state that nobody has taken yet. */
export function handedTo(path: string): boolean {
  return readTab(stateKey(path)) !== null;
}

/** Where a state for a path is kept until it is taken. */
export function stateKey(path: string): string {
  return `taana-navigation:${path}`;
}
