import { ownerAlone } from '../domain/staff.ts';
import type { Success } from './calls/call.ts';

/** The calls of the desk that make a backup, part by part; a part of contract/desk. */
export const backupRoutes = {
  'backup.begin': { roles: ownerAlone, passkeyAgain: true },
  'backup.read': { roles: ownerAlone, passkeyAgain: true },
  'backup.close': { roles: ownerAlone },
} as const;

/** Keys of one part at most. */
export const PART_KEYS = 3_000;

/** How far a backup is. The browser keeps it with the parts, so a call whose reply was lost is made again. */
export interface BackupState {
  id: string;
  /** The time of the shown state, in ms. */
  at: number;
  hashKeys: string;
  place: { of: 'keys' | 'journal'; cursor: string };
  /** A key that is too large for one part: the lines before `from` are written. */
  inside?: { key: string; from: number } | undefined;
  lines: number;
  checksum: string;
  sums: Record<string, number>;
  /** Keys of the last part. */
  written: string[];
}

/** The parts one after the other are the file; each is base64. */
export interface BackupReplies {
  'backup.begin': Success & { part: string; state: BackupState };
  /** The last part comes with `end`: counts and sums as the owner reads them, and contradictions in them. */
  'backup.read': Success &
    (
      | { part: string; state: BackupState }
      | { part: string; state: null; end: { rows: [string, string | number][]; wrong: string[] } }
    );
  /** Once the browser has every part. */
  'backup.close': Success;
}
