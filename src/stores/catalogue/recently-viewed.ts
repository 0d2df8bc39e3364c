import { persistentAtom } from '@nanostores/persistent';
import { parseStored, textsFrom } from '../../client/tab-storage.ts';
import { onSignOut, viewedKey } from '../session/session-change.ts';

const MOST = 8;

/** Ids of recently viewed products, latest first, stored in this browser only. */
export const $viewed = persistentAtom<readonly string[]>(viewedKey, [], {
  encode: JSON.stringify,
  decode: (text) => textsFrom(parseStored(text)).slice(0, MOST),
});

/**
 * Adds a product to the list.
 * @returns the other products, viewed earlier
 */
export function noteViewed(productId: string): readonly string[] {
  const others = $viewed.get().filter((id) => id !== productId);
  $viewed.set([productId, ...others].slice(0, MOST));
  return others;
}

onSignOut(() => {
  $viewed.set([]);
  return undefined;
});
