/** Runs the parts of `npm run bench` or `npm run chaos` one after the other, each in its own process. */
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { rm } from 'node:fs/promises';
import { join } from 'node:path';
import process from 'node:process';
import { exitWith, projectRoot, SetupError, step } from '../../../scripts/setup.mjs';
import { endSignal } from './end-signal.ts';
import { reportFile } from './report.ts';

/** Files of the folder of `tests` with the command's name, in the order of the run. */
const PARTS: Record<string, readonly string[]> = {
  bench: ['speed', 'scale'],
  chaos: ['faults', 'fuzz', 'overload'],
};
/** Runs only by name, because it needs a shop that is already open. */
const LIGHTHOUSE = 'lighthouse';

const ended = endSignal();

async function run(file: string, options: readonly string[]): Promise<boolean> {
  ended.throwIfAborted();
  const child = spawn(process.execPath, [file, ...options], { cwd: projectRoot, stdio: 'inherit' });
  const end = () => child.kill('SIGTERM');
  ended.addEventListener('abort', end, { once: true });
  const [code] = (await once(child, 'exit')) as [number | null];
  ended.removeEventListener('abort', end);
  ended.throwIfAborted();
  return code === 0;
}

async function main(): Promise<boolean> {
  const [command = '', part, ...options] = process.argv.slice(2);
  const all = PARTS[command] ?? [];
  const known = command === 'bench' ? [...all, LIGHTHOUSE] : all;
  if (part !== undefined && !known.includes(part)) {
    throw new SetupError(`There is nothing named ${part} to run; choose from ${known.join(', ')}.`);
  }
  let isSound = true;
  for (const name of part === undefined ? all : [part]) {
    step(`${name}…`);
    // The report of an earlier run must not pass for the new result.
    await rm(`${reportFile(`${command}/${name}`)}.md`, { force: true });
    if (await run(join(projectRoot, 'tests', command, `${name}.ts`), options)) continue;
    console.error(`✗ ${name} did not come to its end, or found something that is not as it should be.`);
    isSound = false;
  }
  return isSound;
}

try {
  process.exitCode = (await main()) ? 0 : 1;
} catch (error) {
  exitWith(error);
}
