import { readTab, writeTab } from './tab-storage.ts';

const keyOf = (path: string) => `taana-link:${path}`;

/** For browsers whose tabs keep nothing. */
const held = new Map<string, string>();

/**
 * The token of a link in a letter, which comes in the address's fragment (`#token=…`). It leaves the address bar and the
 * history at once, so that nobody reads it over a shoulder or shares it with the address, and stays in this tab until
 * it has been used.
 * @returns null where the page was opened without one
 */
export function takeLinkToken(path: string): string | null {
  const { hash } = location;
  const token = new URLSearchParams(hash.slice(1)).get('token');
  if (token !== null) history.replaceState(history.state, '', path);
  if (token) {
    held.set(path, token);
    writeTab(keyOf(path), token);
  }
  return held.get(path) ?? readTab(keyOf(path));
}

/** The link has been used, or is none. */
export function forgetLinkToken(path: string): void {
  held.delete(path);
  writeTab(keyOf(path), null);
}

/** Whether a call with the token that was refused, or not answered, may be made again with the same one. */
export function isLinkStillGood(code: string): boolean {
  return ['network', 'failed', 'unavailable', 'too-many'].includes(code);
}
