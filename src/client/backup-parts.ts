import type { BackupState } from '../contract/desk-backup.ts';
import { parseStored } from './tab-storage.ts';

/**
 * The parts of a backup that is being taken. They are in the browser's cache storage, so that a page that was closed can
 * continue. The name does not begin with `taana-`, because the shop's service worker clears caches of that name.
 */
const CACHE = 'desk-backup';
const NOTE = '/desk/backup-state';

const partAt = (id: string, at: number) => `/desk/backup-part/${id}/${at}`;

export interface BackupNote {
  state: BackupState;
  parts: number;
}

/** The interrupted backup of this browser; null if there is none. */
export async function readNote(): Promise<BackupNote | null> {
  if (!(await caches.has(CACHE))) return null;
  const found = await (await caches.open(CACHE)).match(NOTE);
  return found ? ((parseStored(await found.text()) as BackupNote | undefined) ?? null) : null;
}

/** Keeps a part, and only then the state after it. @returns what is kept now */
export async function keepPart(
  { id, at }: { id: string; at: number },
  base64: string,
  state: BackupState | null,
): Promise<BackupNote | null> {
  const cache = await caches.open(CACHE);
  await cache.put(partAt(id, at), new Response(bytesOf(base64)));
  if (!state) return null;
  const note: BackupNote = { state, parts: at + 1 };
  await cache.put(NOTE, new Response(JSON.stringify(note)));
  return note;
}

/** The whole file. */
export async function joinParts(id: string, count: number): Promise<Blob> {
  const cache = await caches.open(CACHE);
  const parts = await Promise.all(
    Array.from({ length: count }, async (_, at) => {
      const part = await cache.match(partAt(id, at));
      if (!part) throw new Error(`Part ${at} of the backup is gone`);
      return part.blob();
    }),
  );
  return new Blob(parts, { type: 'application/gzip' });
}

/** It names people, so nothing of it stays once the file is saved or nobody wants it. */
export async function forgetParts(): Promise<void> {
  if ('caches' in globalThis) await caches.delete(CACHE);
}

function bytesOf(base64: string): Uint8Array<ArrayBuffer> {
  return Uint8Array.from(atob(base64), (letter) => letter.charCodeAt(0));
}
