import { parseStored, readTab, writeTab } from '../../client/tab-storage.ts';

/**
 * Keeps a form's unsaved values in this tab, through reloads, failed calls and network failures. A draft belongs to one
 * shopper; another shopper in this tab never sees it.
 */
export function keepDraft(key: string, owner: string, values: object): void {
  writeTab(key, JSON.stringify({ owner, values }));
}

export function forgetDraft(key: string): void {
  writeTab(key, null);
}

/**
 * @returns the stored texts and choices of `blank`'s fields; null if there are none, or if they belong to another
 * shopper
 */
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
