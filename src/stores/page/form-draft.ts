import { parseStored, readTab, writeTab } from '../../client/tab-storage.ts';

/**
 * What was typed into a form and not saved yet, kept by the tab: a reload, a failed call and a lost network leave it.
 * It belongs to one shopper; in a tab where someone else has logged in since, there is none.
 */
export function keepDraft(key: string, owner: string, values: object): void {
  writeTab(key, JSON.stringify({ owner, values }));
}

export function forgetDraft(key: string): void {
  writeTab(key, null);
}

/** @returns the texts and choices of `blank`'s fields as they were kept; null where nothing was, or by another one. */
export function draftOf<Values extends object>(
  key: string,
  owner: string | undefined,
  blank: Values,
): Values | null {
  const stored = parseStored(readTab(key));
  if (typeof stored !== 'object' || stored === null || !('values' in stored)) return null;
  if (owner === undefined || !('owner' in stored) || stored.owner !== owner) return null;
  const kept = stored.values as Record<string, unknown> | null;
  const typed = Object.entries(blank).flatMap(([field, value]) =>
    typeof kept?.[field] === typeof value ? [[field, kept?.[field]]] : [],
  );
  return { ...blank, ...Object.fromEntries(typed) };
}
