/** Programs that a check starts: what they say, how they end, and that none outlives the checks. */
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { resolve } from 'node:path';
import process from 'node:process';
import { text } from 'node:stream/consumers';
import { inspect } from 'node:util';
import { projectRoot, SetupError } from '../setup.mjs';
import { type Counts, FAILED, PASSED } from './counts.ts';

export const root = resolve(projectRoot);

/** Counts, and what is to be printed under the check's title. */
export type Verdict = Counts & { said?: string };

const running = new Set<ReturnType<typeof spawn>>();

function launch(stdio: 'inherit' | 'pipe', program: string, args: readonly string[]) {
  const colours = process.stdout.isTTY ? { FORCE_COLOR: '1' } : {};
  const child = spawn(program, args, {
    cwd: root,
    env: { ...process.env, ...colours, ASTRO_TELEMETRY_DISABLED: '1' },
    stdio: ['ignore', stdio, stdio],
  });
  running.add(child);
  child.once('exit', () => running.delete(child));
  return child;
}

/** Output goes straight to the reader; the exit code comes back. */
export async function execute(program: string, ...args: string[]): Promise<number> {
  const [code] = (await once(launch('inherit', program, args), 'exit')) as [number | null];
  return code ?? 1;
}

/** Output comes back with the verdict. */
export async function asOneTest(program: string, ...args: string[]): Promise<Verdict> {
  const child = launch('pipe', program, args);
  const [code, ...said] = await Promise.all([
    once(child, 'exit').then(([exit]) => exit as number | null),
    ...[child.stdout, child.stderr].map((stream) => (stream ? text(stream) : '')),
  ]);
  return { ...(code === 0 ? PASSED : FAILED), said: said.join('') };
}

export async function work(job: () => Promise<void>): Promise<Verdict> {
  try {
    await job();
    return { ...PASSED, said: '' };
  } catch (error) {
    return { ...FAILED, said: error instanceof SetupError ? error.message : inspect(error) };
  }
}

/** Ends them with this process. */
export function endWithParent(): void {
  const end = (): void => {
    for (const child of running) child.kill('SIGTERM');
    process.exit(1);
  };
  for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP', 'disconnect'] as const) process.on(signal, end);
}
