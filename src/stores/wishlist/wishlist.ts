import { persistentAtom } from '@nanostores/persistent';
import { parseStored, textsFrom } from '../../client/tab-storage.ts';
import { storageKeys } from '../../domain/config-every-page.ts';
import type { Wishlist } from '../../domain/wishlist.ts';

const nothing: Wishlist = [];

/** The ids behind the hearts, in browser storage (specification §3). */
export const $wishlist = persistentAtom<Wishlist>(storageKeys.wishlist, nothing, {
  encode: JSON.stringify,
  decode: (text) => textsFrom(parseStored(text)),
});
