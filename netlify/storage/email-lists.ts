import { type Window, writeLimited } from './guard.ts';
import { redis } from './redis.ts';
import { join } from './email-lists.lua.ts';
import { type DocumentKind, readDocument, writeDocument } from './document-versions.ts';

/** What the shop's lists of people have in common: an e-mail is on one of them once. */
interface Entry {
  email: string;
  /** Milliseconds since 1970. */
  at: number;
  /** The newest one that was asked for takes the place of the one before. */
  size?: string;
}

/**
 * @param keys the list, then the e-mail's wishes where the list is one of a product
 * @returns false where the e-mail is on the list already: its first entry stays, with the newest size. @throws TooMany
 */
export async function joinList(
  kind: DocumentKind,
  keys: [list: string, wishes?: string],
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

/** A whole list, first come first. */
export async function readList<E extends Entry>(kind: DocumentKind, key: string): Promise<E[]> {
  const texts: string[] = await redis().hvals(key);
  return texts.map((text) => readDocument<E>(kind, text)).sort((a, b) => a.at - b.at);
}
