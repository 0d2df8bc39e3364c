import { persistentAtom } from '@nanostores/persistent';
import { atom } from 'nanostores';
import { parseStored, textsFrom } from '../../client/tab-storage.ts';
import { storageKeys } from '../../domain/config.ts';
import type { Wishlist } from '../../domain/wishlist.ts';

const nothing: Wishlist = [];

/** Whether the server has told this page the account's wishlist. */
export const $isWishlistRead = atom(false);

/** The product ids of the wishlist, in browser storage. */
export const $wishlist = persistentAtom<Wishlist>(storageKeys.wishlist, nothing, {
  encode: JSON.stringify,
  decode: (text) => textsFrom(parseStored(text)),
});
