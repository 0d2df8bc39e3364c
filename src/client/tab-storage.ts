/** The key of the form fields of a page that reloads (src/offline/form-restore). */
export const TYPED_KEY = 'taana-typed';

/**
 * Session storage: what one tab passes from page to page. Blocked or full storage passes nothing and never throws, so
 * the page still opens.
 */
export function readTab(key: string): string | null {
  try {
    return sessionStorage.getItem(key);
  } catch {
    return null;
  }
}

/** Stores a text for this tab; null removes it. */
export function writeTab(key: string, text: string | null): void {
  try {
    if (text === null) sessionStorage.removeItem(key);
    else sessionStorage.setItem(key, text);
  } catch {
    // Storage is blocked or full; see readTab.
  }
}

/** Parses JSON; undefined if the text is missing or invalid. */
export function parseStored(text: string | null): unknown {
  try {
    return text === null ? undefined : JSON.parse(text);
  } catch {
    return undefined;
  }
}

/** The distinct strings of a stored or received list; ignores any other value. */
export function textsFrom(value: unknown): string[] {
  return Array.isArray(value) ? [...new Set(value.filter((text) => typeof text === 'string'))] : [];
}
