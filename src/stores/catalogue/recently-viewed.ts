import { persistentAtom } from '@nanostores/persistent';
import { parseStored, textsFrom } from '../../client/tab-storage.ts';
import { onSignOut, viewedKey } from '../session/session-change.ts';

const MOST = 8;
const nothing: readonly string[] = [];

/** Ids of the products last looked at, latest first, known to this browser only. */
export const $viewed = persistentAtom<readonly string[]>(viewedKey, nothing, {
  encode: JSON.stringify,
  decode: (text) => textsFrom(parseStored(text)).slice(0, MOST),
});

/**
 * Notes that a product is being looked at.
 * @returns the others that were looked at before it.
 */
export function noteViewed(productId: string): readonly string[] {
  const others = $viewed.get().filter((id) => id !== productId);
  $viewed.set([productId, ...others].slice(0, MOST));
  return others;
}

onSignOut(() => {
  $viewed.set(nothing);
  return undefined;
});
