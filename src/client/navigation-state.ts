import type { NavigationState } from '../contract/paths.ts';
import { stateKey } from './navigation.ts';
import { parseStored, readTab, writeTab } from './tab-storage.ts';

/** Reads the state that was passed to this path, and clears it. */
export function takeNavigationState(path: string): NavigationState {
  const key = stateKey(path);
  const handed = parseStored(readTab(key)) ?? history.state;
  writeTab(key, null);
  if (history.state) history.replaceState(null, '');
  return stateFrom(handed);
}

/** Saves a state in the current history entry: a reload of the page reads it again, a later visit does not. */
export function keepNavigationState(state: NavigationState): void {
  history.replaceState(state, '');
}

function stateFrom(handed: unknown): NavigationState {
  const state: NavigationState = {};
  if (typeof handed !== 'object' || handed === null) return state;
  if ('from' in handed && typeof handed.from === 'string') state.from = handed.from;
  if ('openSearch' in handed && handed.openSearch === true) state.openSearch = true;
  if ('notifyMe' in handed && typeof handed.notifyMe === 'string') state.notifyMe = handed.notifyMe;
  if ('earlyOrder' in handed && typeof handed.earlyOrder === 'string') state.earlyOrder = handed.earlyOrder;
  if ('onReturn' in handed && typeof handed.onReturn === 'object') {
    const { notifyMe, earlyOrder } = stateFrom(handed.onReturn);
    state.onReturn = {
      ...(notifyMe !== undefined && { notifyMe }),
      ...(earlyOrder !== undefined && { earlyOrder }),
    };
  }
  return state;
}
