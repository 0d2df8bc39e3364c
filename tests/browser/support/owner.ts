import { execFile } from 'node:child_process';
import { join } from 'node:path';
import process from 'node:process';
import { promisify } from 'node:util';

/**
 * The owner's command line, for the test shop or a shop that a test starts itself.
 *
 * @param words the command, with single spaces
 * @returns its output
 */
export async function ownerCommand(words: string, dataFolder = '.shop-test'): Promise<string> {
  const { stdout } = await promisify(execFile)('node', ['scripts/shop.mjs', ...words.split(' ')], {
    cwd: join(import.meta.dirname, '../../..'),
    env: { ...process.env, SHOP_DATA: dataFolder, SHOP_SETTINGS: '' },
  });
  return stdout;
}
