import { useEffect, useState } from 'react';
import { readKept, writeKept } from '../../client/kept-storage.ts';

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
