import { chunksOf } from '../../src/domain/chunks.ts';
import { type Window, writeLimited } from './session-and-limits.ts';
import { redis } from './redis.ts';
import { join } from './email-lists.lua.ts';
import { type DocumentKind, readDocument, writeDocument } from './document-versions.ts';

/** The common part of the shop's email lists: an email is on a list once. */
interface Entry {
  email: string;
  /** Milliseconds since 1970. */
  at: number;
  /** A newer size replaces the one before. */
  size?: string;
}

/**
 * @param keys the list, then the email's subscriptions if the list belongs to a product
 * @returns false if the email is on the list already: its first entry stays, with the newest size
 * @throws TooMany
 */
export async function joinList(
  kind: DocumentKind,
  keys: [list: string, subscriptions?: string],
  windows: readonly Window[],
  entry: Entry,
): Promise<boolean> {
  const [outcome] = await writeLimited(windows, join, keys as string[], [
    entry.email,
    writeDocument(kind, entry),
    ...(entry.size === undefined ? [] : [entry.size]),
  ]);
  return outcome === 'added';
}

/** A whole list, oldest first. */
export async function readList<E extends Entry>(kind: DocumentKind, key: string): Promise<E[]> {
  const [list = []] = await readLists<E>(kind, [key]);
  return list;
}

/** Lists of one round trip. */
const AT_ONCE = 2_000;

/** Whole lists, each oldest first. */
export async function readLists<E extends Entry>(
  kind: DocumentKind,
  keys: readonly string[],
): Promise<E[][]> {
  const lists: E[][] = [];
  for (const part of chunksOf(keys, AT_ONCE)) {
    const pipeline = redis().pipeline();
    for (const key of part) pipeline.hvals(key);
    const replies = await pipeline.exec<string[][]>();
    const entries = replies.map((texts) => texts.map((text) => readDocument<E>(kind, text)));
    lists.push(...entries.map((list) => list.sort((a, b) => a.at - b.at)));
  }
  return lists;
}
