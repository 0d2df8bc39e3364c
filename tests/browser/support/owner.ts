import { execFile } from 'node:child_process';
import { join } from 'node:path';
import process from 'node:process';
import { promisify } from 'node:util';

/**
 * The owner's command line, over the shop that the tests walk through or one of a test's own.
 *
 * @param words a line with one space between words
 * @returns what it printed
 */
export async function ownerCommand(words: string, dataFolder = '.shop-test'): Promise<string> {
  const { stdout } = await promisify(execFile)('node', ['scripts/shop.mjs', ...words.split(' ')], {
    cwd: join(import.meta.dirname, '../../..'),
    env: { ...process.env, SHOP_DATA: dataFolder, SHOP_SETTINGS: '' },
  });
  return stdout;
}
