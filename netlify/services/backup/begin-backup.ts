import { randomUUID } from 'node:crypto';
import { deskBackupMessages as says } from '../../../src/contract/messages/desk-lists-and-shop.ts';
import { closeBackup, openBackup, readHashKeys } from '../../storage/backup.ts';
import { Refused } from '../refusal.ts';

/** Opens a backup of this moment. @throws Refused 'unavailable' */
export async function beginBackup(): Promise<{ id: string; at: number; hashKeys: string }> {
  const id = randomUUID();
  const hashKeys = await readHashKeys();
  const at = mustBeNoRestore(await openBackup(id, false));
  await mustHaveHashKeys(id, hashKeys);
  return { id, at, hashKeys: hashKeys ?? '' };
}

/** @throws Refused 'unavailable' */
export function mustBeNoRestore(opened: number | 'restore'): number {
  if (opened !== 'restore') return opened;
  throw new Refused('unavailable', says.restoring);
}

/** The hashes of persons must not have moved to another key since the backup was opened. @throws Refused 'unavailable' */
export async function mustHaveHashKeys(id: string, before: string | null): Promise<void> {
  if (before !== null && (await readHashKeys()) === before) return;
  // This backup must not be continued.
  await closeBackup(id);
  throw new Refused('unavailable', says.moving);
}
