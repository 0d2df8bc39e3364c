/** Command-line options of a part; a mistake gets one sentence. */
import process from 'node:process';
import { parseArgs, type ParseArgsOptionsConfig } from 'node:util';
import { SetupError } from '../../scripts/setup.mjs';

/** @throws SetupError for an unknown option, or one without its value */
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
