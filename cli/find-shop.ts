/** Finds the shop that `doctor` looks at. */
import { stat } from 'node:fs/promises';
import { join } from 'node:path';
import process from 'node:process';
import type { Shop } from '../netlify/services/health/finding.ts';
import { shopAt } from '../netlify/services/health/shop-at.ts';
import { SetupError } from '../scripts/setup.mjs';
import { localDataFolder, readShopNote } from '../local/running-shop.ts';

/** Timeout of a request: a picture may have to be resized first. */
const TIMEOUT_MS = 60_000;

/**
 * @param given the shop's URL; without it, SITE_URL if the environment names a database, else the local shop
 * @throws SetupError if there is none
 */
export async function findShop(given: string | undefined): Promise<Shop> {
  const folder = localDataFolder();
  const note = await readShopNote(folder);
  const hasDatabase = Boolean(process.env['UPSTASH_REDIS_REST_URL']);
  const wanted = given ?? (hasDatabase ? process.env['SITE_URL'] : note?.address);
  if (!wanted) {
    throw new SetupError(
      'Name a shop: "npm run shop -- doctor https://your-site", or start the local one with "npm start".',
    );
  }
  if (!/^https?:\/\//.test(wanted) || !URL.canParse(wanted)) {
    throw new SetupError(`${wanted} is not an address such as https://your-site.`);
  }
  const address = new URL(wanted).origin;
  // The local shop's keys do not work for a deployed shop.
  const isOpenHere = note !== undefined && new URL(note.address).origin === address;
  if (isOpenHere && !hasDatabase) Object.assign(process.env, note.settings);
  const openedAt = isOpenHere ? (await stat(join(folder, 'running.json'))).mtimeMs : null;
  const settings = { ...process.env };
  return shopAt({ address, settings, openedAt, isInside: false, timeoutMs: TIMEOUT_MS });
}
