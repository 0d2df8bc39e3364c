import { parseStored } from './tab-storage.ts';

/**
 * Work in progress that a phone may not lose when it ends the app: local storage, which outlives the tab. Only ids,
 * numbers and counts, nothing of a shopper. Every key begins with `taana-desk`, because signing out removes those.
 */
export function readLocal(key: string): unknown {
  try {
    return parseStored(localStorage.getItem(key));
  } catch {
    return undefined;
  }
}

/** Keeps a value; null removes it. Blocked or full storage keeps nothing and never throws. */
export function writeLocal(key: string, value: unknown): void {
  try {
    if (value === null) localStorage.removeItem(key);
    else localStorage.setItem(key, JSON.stringify(value));
  } catch {
    // Storage is blocked or full.
  }
}

/** Removes whatever was stored under a name that begins so, for this tab and for all. */
export function forgetStored(beginning: string): void {
  for (const area of ['sessionStorage', 'localStorage'] as const) {
    try {
      const storage = window[area];
      for (const key of Object.keys(storage)) if (key.startsWith(beginning)) storage.removeItem(key);
    } catch {
      // Storage is blocked; see readTab.
    }
  }
}
