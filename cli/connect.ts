/** Finds the shop for a command and puts its settings into the environment, where the shop's code reads them. */
import process from 'node:process';
import { SetupError } from '../scripts/setup.mjs';
import { localDataFolder, readShopNote } from '../local/running-shop.ts';

/**
 * Connects to the database in the environment, else to the local shop's. Prints which one to standard error, so nobody
 * confuses them.
 * @throws SetupError if there is none
 */
export async function connect(): Promise<void> {
  const url = process.env['UPSTASH_REDIS_REST_URL'] ?? '';
  const token = process.env['UPSTASH_REDIS_REST_TOKEN'] ?? '';
  if ((url === '') !== (token === '')) {
    throw new SetupError('Set both UPSTASH_REDIS_REST_URL and UPSTASH_REDIS_REST_TOKEN, or neither.');
  }
  if (url !== '') {
    if (!URL.canParse(url)) throw new SetupError('UPSTASH_REDIS_REST_URL is not an address.');
    if (!process.env['PERSON_HASH_KEY']) {
      throw new SetupError('Set PERSON_HASH_KEY to the value of the shop that uses this database.');
    }
    console.error(`Database at ${new URL(url).host}`);
    return;
  }
  const note = await readShopNote(localDataFolder());
  if (!note) {
    throw new SetupError(
      'No shop is open here; start it with "npm start", or set UPSTASH_REDIS_REST_URL and UPSTASH_REDIS_REST_TOKEN.',
    );
  }
  Object.assign(process.env, note.settings);
  console.error(`Local shop at ${note.address}`);
}
