/** Keys that more than one module reads. */
export const tabKeys = {
  /** What was typed on a page that is loaded again (src/offline/form-restore). */
  typed: 'taana-typed',
} as const;

/**
 * What one tab hands from page to page. Blocked or full storage hands on nothing and never throws: the shopper still
 * arrives, only without what was to be remembered.
 */
export function readTab(key: string): string | null {
  try {
    return sessionStorage.getItem(key);
  } catch {
    return null;
  }
}

/** Remembers a text for this tab; null forgets it. */
export function writeTab(key: string, text: string | null): void {
  try {
    if (text === null) sessionStorage.removeItem(key);
    else sessionStorage.setItem(key, text);
  } catch {
    // Blocked or full: see above.
  }
}

/** The value of a stored JSON text; undefined where there is none or it is no JSON. */
export function parseStored(text: string | null): unknown {
  try {
    return text === null ? undefined : JSON.parse(text);
  } catch {
    return undefined;
  }
}

/** What of a stored or received value is a list of texts, each once: anything else in it is left out. */
export function textsFrom(value: unknown): string[] {
  return Array.isArray(value) ? [...new Set(value.filter((text) => typeof text === 'string'))] : [];
}
