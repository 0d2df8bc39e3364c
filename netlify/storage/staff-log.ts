import { createHash } from 'node:crypto';
import { monthOf } from '../../src/domain/days.ts';
import type { LogEntry, LoggedAction, Staff } from '../../src/domain/staff.ts';
import { readDocument, writeDocument } from './document-versions.ts';
import { staffLogEndKey, staffLogKey, staffLogMonthsKey, staffLogOfKey } from './staff-keys.ts';
import { redis } from './redis.ts';

/**
 * The log of the desk: who changed what, when, from what to what. An entry is written in the step that makes its change
 * (`log` of storage/transaction), and nothing edits or removes one. Each carries the hash of the entry before it, so a
 * change made in the database shows.
 *
 * Entries stay for ever, so they hold no personal data of a shopper: an order's id and states, never its address.
 */
/** An entry as stored: `previous` is the hash of the entry before it, '' for the first. */
export type LoggedEntry = LogEntry & { previous: string };

/** An entry of now. */
export function logEntry(
  { email }: Staff,
  action: LoggedAction,
  subject: string,
  before: unknown,
  after: unknown,
  reason?: string,
): LogEntry {
  return { at: Date.now(), who: email, action, subject, before, after, reason };
}

/** The keys and the text of an entry, for storage/transaction. A month is one list, so that no list grows for ever. */
export function logParts(entry: LogEntry) {
  const month = monthOf(entry.at);
  return {
    month,
    all: staffLogKey(month),
    subject: staffLogOfKey(entry.subject),
    months: staffLogMonthsKey(),
    end: staffLogEndKey(),
    text: writeDocument('log entry', entry),
  };
}

/** The newest entries about a subject, newest first. */
export async function readLogOf(subject: string, most: number): Promise<LoggedEntry[]> {
  const texts = await redis().lrange(staffLogOfKey(subject), -most, -1);
  return texts.toReversed().map(entryOf);
}

/** The months that have entries, newest first. */
export async function readLogMonths(): Promise<string[]> {
  return (await redis().smembers(staffLogMonthsKey())).toSorted().toReversed();
}

/**
 * A page of a month's log, newest first. @param end the number of older entries: the page ends there; null for the
 * newest page
 * @returns `next`, the `end` of the next page, null after the last
 */
export async function readLog(
  month: string,
  end: number | null,
  most: number,
): Promise<{ entries: LoggedEntry[]; next: number | null }> {
  const until = end ?? (await redis().llen(staffLogKey(month)));
  if (until === 0) return { entries: [], next: null };
  const from = Math.max(0, until - most);
  const texts = await redis().lrange(staffLogKey(month), from, until - 1);
  return { entries: texts.toReversed().map(entryOf), next: from === 0 ? null : from };
}

/** Entries on both sides of a part whose hashes are compared too. */
const BESIDE = 20;

/**
 * A part of a month's log, oldest first. @param from the number of older entries in the month
 * @returns `next`, the `from` of the next part, null after the last; `isWhole`, whether every entry of the part is as it
 * was written, and none is missing in it, before it or after it
 */
export async function readLogPart(
  month: string,
  from: number,
  most: number,
): Promise<{ entries: LoggedEntry[]; isWhole: boolean; next: number | null }> {
  // The end is read first: entries that are written meanwhile come after it.
  const end = (await redis().get<string>(staffLogEndKey())) ?? '';
  const months = await readLogMonths();
  const begin = Math.max(0, from - BESIDE);
  const texts = await redis().lrange(staffLogKey(month), begin, from + most + BESIDE - 1);
  const part = texts.slice(from - begin, from - begin + most);
  const reachesEnd = texts.length < from - begin + most + BESIDE;
  // At the turn of a month two entries may stand in the other sequence, so the hashes are followed and not the lists.
  const earlier = begin === 0 ? months.find((each) => each < month) : undefined;
  const later = reachesEnd ? months.findLast((each) => each > month) : undefined;
  const before = earlier === undefined ? [] : await redis().lrange(staffLogKey(earlier), -BESIDE, -1);
  const after = later === undefined ? [] : await redis().lrange(staffLogKey(later), 0, BESIDE - 1);
  const all = [...before, ...texts, ...after];
  const known = new Set(['', ...all.map(hashOf)]);
  const followed = all.map((text) => entryOf(text).previous);
  // The entries before the first ones were not read, unless there are none.
  const sure = followed.slice(before.length + (begin === 0 ? 0 : from - begin));
  return {
    entries: part.map(entryOf),
    isWhole:
      sure.every((hash) => known.has(hash)) &&
      new Set(followed).size === followed.length &&
      (!reachesEnd || later !== undefined || known.has(end)),
    next: reachesEnd && from + part.length >= begin + texts.length ? null : from + part.length,
  };
}

/** SHA-1, because Redis' scripts offer no other hash. */
const hashOf = (text: string): string => createHash('sha1').update(text).digest('hex');

const entryOf = (text: string): LoggedEntry => readDocument<LoggedEntry>('log entry', text);
