/** The note that an open local shop keeps in its data folder, so that `npm run shop` can reach it. */
import { rmSync } from 'node:fs';
import { readFile, writeFile } from 'node:fs/promises';
import { join, resolve } from 'node:path';
import process from 'node:process';
import { projectRoot } from '../scripts/setup.mjs';

/** Settings of the open shop that the command needs as well: URLs, and the keys to its database and providers. */
const SETTINGS = [
  'UPSTASH_REDIS_REST_URL',
  'UPSTASH_REDIS_REST_TOKEN',
  'PERSON_HASH_KEY',
  'SMTP_URL',
  'MAIL_FROM',
  'OWNER_EMAIL',
  'SITE_URL',
  'DESK_STAFF',
  'VAPID_PUBLIC_KEY',
  'VAPID_PRIVATE_KEY',
  'PUSH_SERVICE_URL',
  'RAZORPAY_KEY_ID',
  'RAZORPAY_KEY_SECRET',
  'RAZORPAY_API_URL',
  'STRIPE_SECRET_KEY',
  'STRIPE_API_URL',
] as const;

export interface Note {
  address: string;
  settings: Partial<Record<(typeof SETTINGS)[number], string>>;
}

/** The data folder of the local shop. */
export const localDataFolder = (): string => resolve(projectRoot, process.env['SHOP_DATA'] || '.shop');

const noteIn = (folder: string) => join(folder, 'running.json');

/** Readable by its owner only, because it contains keys. @returns a function that removes the note */
export async function writeShopNote(folder: string, address: string): Promise<() => void> {
  const file = noteIn(folder);
  const settings: Note['settings'] = {};
  for (const name of SETTINGS) {
    const value = process.env[name];
    if (value) settings[name] = value;
  }
  const note: Note = { address, settings };
  // Synchronous, because Astro's dev server may exit this process while it waits.
  const takeAway = () => rmSync(file, { force: true });
  takeAway();
  await writeFile(file, `${JSON.stringify(note, null, 2)}\n`, { mode: 0o600, flag: 'wx' });
  return takeAway;
}

/** Undefined if no shop is open; a killed shop leaves its note behind. */
export async function readShopNote(folder: string): Promise<Note | undefined> {
  const text = await readFile(noteIn(folder), 'utf8').catch(() => undefined);
  return text === undefined ? undefined : (JSON.parse(text) as Note);
}
