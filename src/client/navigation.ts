import { readTab } from './tab-storage.ts';

/** Whether the page before handed this path a state that nobody has taken yet. */
export function hasNavigationState(path: string): boolean {
  return readTab(stateKey(path)) !== null;
}

/** Where a state for a path is kept until it is taken. */
export function stateKey(path: string): string {
  return `taana-navigation:${path}`;
}
