import type { LogEntry } from '../../src/domain/staff.ts';
import { HOUR_MS } from '../../src/domain/time-units.ts';
import { commit, nothingElse } from './transaction.ts';
import { personHash } from './person-hash.ts';
import { staffLookKey } from './staff-keys.ts';

/** Looks of one staff member at one thing within this time are one entry. */
const LOOK_MS = HOUR_MS;

/**
 * Logs that staff looked at something, once an hour. One round trip, which a call makes beside its own reads.
 * @param what distinguishes views of one subject, such as what was searched for; only its hash is stored, for the hour
 */
export async function logLook(entry: LogEntry, what = ''): Promise<void> {
  const { who, action, subject } = entry;
  const key = staffLookKey(personHash(JSON.stringify([who, action, subject, what])));
  await commit(null, {
    ...nothingElse,
    expect: [{ key, text: null }],
    writes: [['SET', key, '1', 'PX', LOOK_MS]],
    log: [entry],
  });
}

/** Writes entries about something that changes nothing itself. */
export async function writeLog(log: readonly LogEntry[]): Promise<void> {
  if (log.length > 0) await commit(null, { ...nothingElse, writes: [], log });
}
