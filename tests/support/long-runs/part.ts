/** A part of `npm run chaos` or `npm run bench`: its options, its catalogue and database, and how it ends. */
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import process from 'node:process';
import { parseArgs, type ParseArgsOptionsConfig } from 'node:util';
import { openDatabase } from '../../../local/shop.ts';
import { takeSnapshot } from '../../../local/site/site-build.ts';
import { exitWith, projectRoot, SetupError } from '../../../scripts/setup.mjs';

/** A mistake gets one sentence. @throws SetupError for an unknown option, or one without its value */
export function readOptions<const Options extends ParseArgsOptionsConfig>(
  options: Options,
  args = process.argv.slice(2),
) {
  try {
    return parseArgs({ options, args }).values;
  } catch (error) {
    const known = Object.keys(options).map((name) => `--${name}`);
    const [said] = (error as Error).message.split('. ');
    throw new SetupError(
      `${said}; ${known.length === 0 ? 'there are no options' : `there are ${known.join(', ')}`}.`,
    );
  }
}

/** @throws SetupError */
export function readWhole(name: string, text: string, least: number, most: number): number {
  const value = Number(text);
  if (/^\d+$/.test(text) && value >= least && value <= most) return value;
  throw new SetupError(`--${name} must be a whole number from ${least} to ${most}.`);
}

/**
 * Ends the process when the work is done.
 * @param work gets the values of the options; imports what reads the catalogue, which exists by then
 * @returns whether all is well
 */
export async function runPart<const Options extends ParseArgsOptionsConfig>(
  options: Options,
  work: (values: ReturnType<typeof readOptions<Options>>) => Promise<boolean>,
): Promise<void> {
  try {
    const values = readOptions(options);
    await takeSnapshot(projectRoot);
    process.exit((await work(values)) ? 0 : 1);
  } catch (error) {
    exitWith(error);
  }
}

/** Opens an empty database in this process's settings for the work. */
export async function withDatabase<Result>(work: () => Promise<Result>): Promise<Result> {
  // A remote database may belong to a real shop.
  delete process.env['UPSTASH_REDIS_REST_URL'];
  const folder = await mkdtemp(join(tmpdir(), 'taana-part-'));
  const database = await openDatabase(folder);
  try {
    return await work();
  } finally {
    await database.stop();
    await rm(folder, { recursive: true, force: true, maxRetries: 3 });
  }
}
