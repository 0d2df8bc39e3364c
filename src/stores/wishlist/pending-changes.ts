import { persistentAtom } from '@nanostores/persistent';
import { parseStored } from '../../client/tab-storage.ts';

/**
 * Wishlist changes that the server has not confirmed: product id → whether the server's list has it. In storage, so
 * that the next page sends what this one could not.
 */
export type Unconfirmed = Readonly<Record<string, boolean>>;

export const $unconfirmed = persistentAtom<Unconfirmed>(
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
