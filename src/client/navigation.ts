import { readTab } from './tab-storage.ts';

/** Whether the previous page passed a state to this path that is not read yet. */
export function hasNavigationState(path: string): boolean {
  return readTab(stateKey(path)) !== null;
}

export function stateKey(path: string): string {
  return `taana-navigation:${path}`;
}
