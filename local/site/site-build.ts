/** Builds the site if an input has changed since the last build. */
import { execFile } from 'node:child_process';
import { createHash } from 'node:crypto';
import { existsSync } from 'node:fs';
import { readdir, readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import process from 'node:process';
import { promisify } from 'node:util';
import { isComingSoon } from '../../src/contract/coming-soon.ts';
import { SetupError, step } from '../../scripts/setup.mjs';

const INPUTS = ['src', 'public', 'scripts', 'astro.config.mjs', 'tsconfig.json', 'package-lock.json'];
const SETTINGS = ['SITE_URL', 'SHOP_MODE', 'SHOP_OFFLINE', 'WEB_VITALS_SAMPLE', 'CMS_REPO', 'CMS_BRANCH'];
/** Staff of a shop with its data on this machine, so that anybody can try the desk. */
export const localStaff = 'staff@taana.example:owner';

/** Written by the build itself; the last entry is written last. */
const OUTPUTS_AMONG_INPUTS = [
  'src/content/snapshot/search.json',
  'src/content/snapshot/products.jsonl',
  'src/content/snapshot-edition.json',
  'src/content/snapshot.json',
];
const runFile = promisify(execFile);

/** The one script that the build runs. */
const SCRIPT = 'scripts/snapshot.ts';

async function filesUnder(root: string, input: string): Promise<string[]> {
  const path = join(root, input);
  if (!existsSync(path)) return [];
  const entries = await readdir(path, { recursive: true, withFileTypes: true }).catch(() => undefined);
  if (!entries) return [input];
  return entries
    .filter((entry) => entry.isFile())
    .map((entry) => join(entry.parentPath, entry.name).slice(root.length).replace(/^\//, ''));
}

/** One hash over every file and setting that the site depends on. */
async function hashInputs(root: string): Promise<string> {
  const files = (await Promise.all(INPUTS.map((input) => filesUnder(root, input)))).flat();
  const wanted = files.filter(
    (file) => !OUTPUTS_AMONG_INPUTS.includes(file) && (!file.startsWith('scripts/') || file === SCRIPT),
  );
  const hash = createHash('sha256');
  for (const file of wanted.sort()) {
    hash.update(`\0${file}\0`).update(await readFile(join(root, file)));
  }
  for (const name of SETTINGS) hash.update(`\0${name}=${process.env[name] ?? ''}`);
  // The pages do not depend on the staff.
  hash.update(process.env['DESK_STAFF'] ? 'desk' : '');
  return hash.digest('hex');
}

async function run(root: string, args: string[]): Promise<void> {
  const env = { ...process.env, ASTRO_TELEMETRY_DISABLED: '1' };
  const running = runFile(process.execPath, args, { cwd: root, env, maxBuffer: Number.POSITIVE_INFINITY });
  const endWithShop = (): boolean => running.child.kill();
  process.once('exit', endWithShop);
  try {
    await running;
  } catch (error) {
    const { stdout = '', stderr = '' } = error as { stdout?: string; stderr?: string };
    process.stderr.write(stdout + stderr);
    throw new SetupError('The site could not be built; fix the errors above and start again.');
  } finally {
    process.off('exit', endWithShop);
  }
}

/** Whether a snapshot exists, of any age. */
export function hasSnapshot(root: string): boolean {
  return OUTPUTS_AMONG_INPUTS.every((file) => existsSync(join(root, file)));
}

/** Writes the products and texts for pages and functions. */
export async function takeSnapshot(root: string): Promise<void> {
  await run(root, ['scripts/snapshot.ts']);
}

/**
 * The stamp is in the site's folder, which every build empties: a partial build, or one made in another way, never
 * counts as current. A shop before its launch has a separate folder, so switching modes rebuilds nothing.
 * @returns the folder
 */
export async function buildSite(root: string): Promise<string> {
  const inputs = await hashInputs(root);
  const folder = isComingSoon(process.env['SHOP_MODE']) ? join('.cache', 'dist-coming-soon') : 'dist';
  const site = join(root, folder);
  const stamp = join(site, '.inputs');
  if (hasSnapshot(root) && (await readFile(stamp, 'utf8').catch(() => '')) === inputs) return site;
  step('Building the site');
  await takeSnapshot(root);
  await run(root, ['node_modules/astro/bin/astro.mjs', 'build', '--outDir', folder]);
  await writeFile(stamp, inputs);
  return site;
}
