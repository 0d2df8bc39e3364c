import { useEffect, useState } from 'react';
import { parseStored } from '../../client/tab-storage.ts';

/**
 * Work in progress that a phone may not lose when it ends the app: local storage, which outlives the tab. Only ids,
 * numbers and counts, nothing of a shopper. Every key begins with `taana-desk`, because signing out removes those.
 */
export function readKept(key: string): unknown {
  try {
    return parseStored(localStorage.getItem(key));
  } catch {
    return undefined;
  }
}

/** Keeps a value; null removes it. Blocked or full storage keeps nothing and never throws. */
export function writeKept(key: string, value: unknown): void {
  try {
    if (value === null) localStorage.removeItem(key);
    else localStorage.setItem(key, JSON.stringify(value));
  } catch {
    // Storage is blocked or full.
  }
}

/**
 * A kept value, also as another tab changes it: two tabs with one count must not overwrite each other.
 * @param from reads what is stored; undefined if nothing is
 */
export function useKept<Value>(
  key: string,
  from: (stored: unknown) => Value,
): [value: Value, keep: (value: Value) => void] {
  const [value, setValue] = useState<Value>(() => from(readKept(key)));
  // biome-ignore lint/correctness/useExhaustiveDependencies: the reader of a key is always the same
  useEffect(() => {
    const read = (event: StorageEvent) => {
      if (event.key === key) setValue(() => from(readKept(key)));
    };
    addEventListener('storage', read);
    return () => removeEventListener('storage', read);
  }, [key]);
  const keep = (changed: Value) => {
    setValue(() => changed);
    writeKept(key, changed);
  };
  return [value, keep];
}
