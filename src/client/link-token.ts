import { readTab, writeTab } from './tab-storage.ts';

const keyOf = (path: string) => `taana-link:${path}`;

/** For browsers that block tab storage. */
const held = new Map<string, string>();

/**
 * Takes the token of an email link from the address fragment (`#token=…`). Removes it from the address bar and the
 * history at once, so that nobody sees or shares it, and keeps it in this tab until it is used.
 * @returns null if the page was opened without a token
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

/** Removes a token that was used or is invalid. */
export function forgetLinkToken(path: string): void {
  held.delete(path);
  writeTab(keyOf(path), null);
}

/** Whether a call with this token may be repeated after this refusal or a missing answer. */
export function isLinkStillGood(code: string): boolean {
  return ['network', 'failed', 'unavailable', 'too-many'].includes(code);
}
