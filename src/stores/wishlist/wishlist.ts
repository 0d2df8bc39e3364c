import { persistentAtom } from '@nanostores/persistent';
import { parseStored, textsFrom } from '../../client/tab-storage.ts';
import { storageKeys } from '../../domain/config.ts';
import type { Wishlist } from '../../domain/wishlist.ts';

export const $wishlist = persistentAtom<Wishlist>(storageKeys.wishlist, [], {
  encode: JSON.stringify,
  decode: (text) => textsFrom(parseStored(text)),
});
