import type { DeskBody, DeskReply } from '../../../src/contract/desk.ts';
import type { LogEntry, Staff } from '../../../src/domain/staff.ts';
import { monthOf } from '../../../src/domain/days.ts';
import { type LoggedEntry, readLog, readLogMonths, readLogOf, readLogPart } from '../../storage/staff-log.ts';
import { csvPart } from '../csv.ts';

/** The log of the desk, which nobody can change. */

const PAGE = 50;
const MOST_OF_SUBJECT = 200;

/** A page of a month; without a month, of the newest one. */
export async function read(
  _staff: Staff,
  { month, before }: DeskBody<'log.read'>,
): Promise<DeskReply<'log.read'>> {
  const months = await readLogMonths();
  const shown = month ?? months[0] ?? monthOf(Date.now());
  const { entries, next } = await readLog(shown, before ?? null, PAGE);
  return { success: true, months, month: shown, entries: entries.map(wireOf), next };
}

/** Entries of one reply: some 300 kB of CSV. */
const EXPORTED = 1_000;

/** A month as CSV in parts, oldest first, and whether each part is as it was written. */
export async function exportMonth(
  _staff: Staff,
  { month, after = 0 }: DeskBody<'log.export'>,
): Promise<DeskReply<'log.export'>> {
  const { entries, isWhole, next } = await readLogPart(month, after, EXPORTED);
  const rows = entries.map(({ at, who, action, subject, before, after, reason, previous }) => ({
    time: new Date(at).toISOString(),
    who,
    action,
    subject,
    before: JSON.stringify(before),
    after: JSON.stringify(after),
    reason: reason ?? '',
    previous_hash: previous,
  }));
  const columns = ['time', 'who', 'action', 'subject', 'before', 'after', 'reason', 'previous_hash'];
  return { success: true, csv: csvPart(columns, rows, after === 0), isWhole, next };
}

/** What staff did with one subject, newest first, to show beside it. */
export async function logOf(subject: string, most = MOST_OF_SUBJECT): Promise<LogEntry[]> {
  return (await readLogOf(subject, most)).map(wireOf);
}

function wireOf({ previous: _previous, ...entry }: LoggedEntry): LogEntry {
  const { reason, ...rest } = entry;
  return { ...rest, ...(reason !== undefined && { reason }) };
}
