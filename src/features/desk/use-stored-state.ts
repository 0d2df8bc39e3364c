import { useEffect, useState } from 'react';
import { readLocal, writeLocal } from '../../client/local-storage.ts';

/**
 * State in local storage. It follows other tabs, because two tabs with one count must not overwrite each other.
 * @param from reads what is stored; undefined if nothing is
 */
export function useStoredState<Value>(
  key: string,
  from: (stored: unknown) => Value,
): [value: Value, keep: (value: Value) => void] {
  const [value, setValue] = useState<Value>(() => from(readLocal(key)));
  // biome-ignore lint/correctness/useExhaustiveDependencies: the reader of a key is always the same
  useEffect(() => {
    const read = (event: StorageEvent) => {
      if (event.key === key) setValue(() => from(readLocal(key)));
    };
    addEventListener('storage', read);
    return () => removeEventListener('storage', read);
  }, [key]);
  const keep = (changed: Value) => {
    setValue(() => changed);
    writeLocal(key, changed);
  };
  return [value, keep];
}
