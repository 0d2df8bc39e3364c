import { parseStored, readTab, textsFrom, writeTab } from '../../client/tab-storage.ts';

/** The orders that are packed together, in this tab: chosen in the list, worked in packing. */

const KEY = 'taana-desk-batch';

export function readBatch(): string[] {
  return textsFrom(parseStored(readTab(KEY)));
}

export function writeBatch(ids: readonly string[]): void {
  writeTab(KEY, ids.length === 0 ? null : JSON.stringify(ids));
}
