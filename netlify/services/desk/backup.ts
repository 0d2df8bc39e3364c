import type { DeskBody } from '../../../src/contract/desk.ts';
import type { BackupReplies } from '../../../src/contract/desk-backup.ts';
import { deskBackupMessages as says } from '../../../src/contract/messages/desk-lists-and-shop.ts';
import type { Staff } from '../../../src/domain/staff.ts';
import { BackupLost, closeBackup } from '../../storage/backup.ts';
import { logEntry } from '../../storage/staff-log.ts';
import { writeLog } from '../../storage/staff-view-log.ts';
import { beginBackup } from '../backup/begin-backup.ts';
import { firstPart, nextPart } from '../backup/parts.ts';
import { contradictions, rowsOf } from '../backup/sums.ts';
import { Refused } from '../refusal.ts';

/** The backup of `npm run shop -- backup`, in parts that the browser puts together. */

type Reply<Name extends keyof BackupReplies> = Promise<BackupReplies[Name]>;

/** A function has ten seconds, and a step of these takes some itself. */
const WORK_MS = 3_000;

/** All data leaves the shop, so it is in the log before. @throws Refused 'unavailable' */
export async function begin(staff: Staff): Reply<'backup.begin'> {
  await writeLog([logEntry(staff, 'backup.begin', 'shop', null, null)]);
  const { piece, state } = await firstPart(await beginBackup());
  if (!state) throw new Error('A backup has more than one part');
  return { success: true, part: piece.toString('base64'), state };
}

/** @throws Refused 'not-found' if the backup cannot go on, 'unavailable' */
export async function read(_: Staff, { state: before }: DeskBody<'backup.read'>): Reply<'backup.read'> {
  try {
    const { piece, state, written } = await nextPart(before, Date.now() + WORK_MS);
    const part = piece.toString('base64');
    if (state) return { success: true, part, state };
    const { sums } = written;
    return { success: true, part, state, end: { rows: rowsOf(sums), wrong: contradictions(sums) } };
  } catch (error) {
    if (error instanceof BackupLost) throw new Refused('not-found', says.lost);
    throw error;
  }
}

/** Ends the copies of what changes, which a backup needs while it is read. */
export async function close(_: Staff, { id }: DeskBody<'backup.close'>): Reply<'backup.close'> {
  await closeBackup(id);
  return { success: true };
}
