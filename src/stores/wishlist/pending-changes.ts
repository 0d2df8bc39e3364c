import { persistentAtom } from '@nanostores/persistent';
import { parseStored } from '../../client/tab-storage.ts';

/**
 * Wishlist changes that the server has not confirmed: product id → whether the server's list has it. In storage, so
 * that the next page sends what this one could not.
 */
export type Unconfirmed = Readonly<Record<string, boolean>>;

export const $unconfirmed = persistentAtom<Unconfirmed>(
  // An older name than the code's words: devices have stored changes under it.
  'taana-unsynced-wishes',
  {},
  {
    encode: JSON.stringify,
    decode: (text) =>
      Object.fromEntries(
        Object.entries(parseStored(text) ?? {}).filter(([, isThere]) => typeof isThere === 'boolean'),
      ),
  },
);
