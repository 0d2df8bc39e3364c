/** The keys with which this shop tells devices: made at its first start, and kept with its data. */
import { mkdir, readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { newPushKeys } from '../../netlify/push/vapid.ts';

export async function keptPushKeys(dataFolder: string): Promise<Record<string, string>> {
  const file = join(dataFolder, 'push-keys.json');
  await mkdir(dataFolder, { recursive: true });
  const { publicKey, privateKey } = newPushKeys();
  const fresh = { VAPID_PUBLIC_KEY: publicKey, VAPID_PRIVATE_KEY: privateKey };
  await writeFile(file, `${JSON.stringify(fresh, null, 2)}\n`, { mode: 0o600, flag: 'wx' }).catch(
    (error: unknown) => {
      if ((error as NodeJS.ErrnoException).code !== 'EEXIST') throw error;
    },
  );
  return JSON.parse(await readFile(file, 'utf8')) as Record<string, string>;
}
