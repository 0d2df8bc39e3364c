/** Runs child processes; returns output and exit code; ends them with this process. */
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { resolve } from 'node:path';
import process from 'node:process';
import { text } from 'node:stream/consumers';
import { inspect } from 'node:util';
import { projectRoot, SetupError } from '../setup.mjs';
import { type Counts, FAILED, PASSED } from './counts.ts';

export const root = resolve(projectRoot);

/** Counts, and the lines to print under the check's title. */
export type CheckResult = Counts & { said?: string };

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

/** Prints the output directly. @returns the exit code */
export async function execute(program: string, ...args: string[]): Promise<number> {
  const [code] = (await once(launch('inherit', program, args), 'exit')) as [number | null];
  return code ?? 1;
}

/** Returns the output with the result. */
export async function asOneTest(program: string, ...args: string[]): Promise<CheckResult> {
  const child = launch('pipe', program, args);
  const [code, ...said] = await Promise.all([
    once(child, 'exit').then(([exit]) => exit as number | null),
    ...[child.stdout, child.stderr].map((stream) => (stream ? text(stream) : '')),
  ]);
  return { ...(code === 0 ? PASSED : FAILED), said: said.join('') };
}

export async function work(job: () => Promise<void>): Promise<CheckResult> {
  try {
    await job();
    return { ...PASSED, said: '' };
  } catch (error) {
    return { ...FAILED, said: error instanceof SetupError ? error.message : inspect(error) };
  }
}

/** Ends child processes with this process. */
export function endWithParent(): void {
  const end = (): void => {
    for (const child of running) child.kill('SIGTERM');
    process.exit(1);
  };
  for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP', 'disconnect'] as const) process.on(signal, end);
}
