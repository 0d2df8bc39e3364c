import { persistentAtom } from '@nanostores/persistent';
import { parseStored, textsFrom } from '../../client/tab-storage.ts';
import type { CartEntry } from '../../domain/cart.ts';

/** Lines that the server has not confirmed, or UNMERGED for a cart that is not merged after a login. */
export type Note = string;
export const UNMERGED: Note = '*';

export const $unsynced = persistentAtom<readonly Note[]>('taana-unsynced', [], {
  encode: JSON.stringify,
  decode: (text) => textsFrom(parseStored(text)),
});

/** The server's quantity of each line after its pending cart.add. */
export const expectedAfterAdd = new Map<Note, number>();

export type Line = Pick<CartEntry, 'productId' | 'size'>;

/** Product ids and sizes contain no slash (contract/calls/fields). */
export function noteOf(productId: string, size: string): Note {
  return `${productId}/${size}`;
}

export function lineOf(note: Note): Line {
  const [productId = '', size = ''] = note.split('/');
  return { productId, size };
}
