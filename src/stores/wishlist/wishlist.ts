import { persistentAtom } from '@nanostores/persistent';
import { parseStored, textsFrom } from '../../client/tab-storage.ts';
import { storageKeys } from '../../domain/config.ts';
import type { Wishlist } from '../../domain/wishlist.ts';

const nothing: Wishlist = [];

/** The product ids of the wishlist, in browser storage. */
export const $wishlist = persistentAtom<Wishlist>(storageKeys.wishlist, nothing, {
  encode: JSON.stringify,
  decode: (text) => textsFrom(parseStored(text)),
});
