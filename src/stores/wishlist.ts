import { persistentAtom } from '@nanostores/persistent';
import { parseStored } from '../client/tab.ts';
import { storageKeys } from '../domain/every-page.ts';
import type { Wishlist } from '../domain/wishlist.ts';

const nothing: Wishlist = [];

/** The ids behind the hearts, in browser storage (specification §3). */
export const $wishlist = persistentAtom<Wishlist>(storageKeys.wishlist, nothing, {
  encode: JSON.stringify,
  decode: (text) => wishlistFrom(parseStored(text)),
});

/** What of a stored or received value is a wishlist: anything else in it is left out. */
export function wishlistFrom(value: unknown): Wishlist {
  return Array.isArray(value) ? [...new Set(value.filter((id) => typeof id === 'string'))] : nothing;
}
