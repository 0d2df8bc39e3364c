/** Keys of the local shop, created at its first start and stored with its data. */
import { randomBytes } from 'node:crypto';
import { mkdir, readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { newPushKeys } from '../netlify/push/vapid.ts';

async function kept(dataFolder: string, name: string, fresh: string): Promise<string> {
  const file = join(dataFolder, name);
  await mkdir(dataFolder, { recursive: true });
  await writeFile(file, `${fresh}\n`, { mode: 0o600, flag: 'wx' }).catch((error: unknown) => {
    if ((error as NodeJS.ErrnoException).code !== 'EEXIST') throw error;
  });
  return (await readFile(file, 'utf8')).trim();
}

/** The key of this shop's hashes of personal data; with another key nobody could log in. */
export function localHashKey(dataFolder: string): Promise<string> {
  return kept(dataFolder, 'person-hash-key', randomBytes(32).toString('hex'));
}

/** Settings with the keys of this shop's push messages. */
export async function localPushKeys(dataFolder: string): Promise<Record<string, string>> {
  const { publicKey, privateKey } = newPushKeys();
  const fresh = { VAPID_PUBLIC_KEY: publicKey, VAPID_PRIVATE_KEY: privateKey };
  const text = await kept(dataFolder, 'push-keys.json', JSON.stringify(fresh, null, 2));
  return JSON.parse(text) as Record<string, string>;
}
