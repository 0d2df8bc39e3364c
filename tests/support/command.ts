/** The owner's command line: its function in the test's own process, or a real child process. */
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { resolve } from 'node:path';
import process from 'node:process';
import { text } from 'node:stream/consumers';
import { formatWithOptions } from 'node:util';
import { vi } from 'vitest';
import { printPlainText, runCommand } from '../../cli/run.ts';

interface Said {
  out: string;
  err: string;
  code: number | null;
}

const listOf = (words: string | readonly string[]): readonly string[] =>
  typeof words === 'string' ? words.split(' ').filter(Boolean) : words;

/** @param words a line with one space between words, or the words themselves */
export function startCommand(words: string | readonly string[], environment: Record<string, string> = {}) {
  return spawn(process.execPath, ['cli/shop.ts', ...listOf(words)], {
    cwd: resolve('.'),
    env: { ...process.env, ...environment },
    stdio: ['ignore', 'pipe', 'pipe'],
  });
}

/** For what only a process has: its start, its exit, its pipes, and a second one at the same time. */
export async function shopProcess(
  words: string | readonly string[],
  environment?: Record<string, string>,
): Promise<Said> {
  const child = startCommand(words, environment);
  const [out, err, [code]] = await Promise.all([text(child.stdout), text(child.stderr), once(child, 'exit')]);
  return { out, err, code: code as number | null };
}

/** Runs one at a time: everything printed meanwhile counts as its output. */
export async function shopCommand(
  words: string | readonly string[],
  environment: Record<string, string> = {},
): Promise<Said> {
  const said: Said = { out: '', err: '', code: 0 };
  const before = { env: { ...process.env }, code: process.exitCode, log: console.log, error: console.error };
  const write = vi.spyOn(process.stdout, 'write').mockImplementation((chunk) => {
    said.out += String(chunk);
    return true;
  });
  console.log = (...data: unknown[]) => {
    said.out += `${formatWithOptions({ colors: false }, ...data)}\n`;
  };
  console.error = (...data: unknown[]) => {
    said.err += `${formatWithOptions({ colors: false }, ...data)}\n`;
  };
  printPlainText();
  Object.assign(process.env, environment);
  process.exitCode = 0;
  try {
    await runCommand(listOf(words));
    said.code = Number(process.exitCode);
    return said;
  } finally {
    for (const name of Object.keys(process.env)) if (!(name in before.env)) delete process.env[name];
    Object.assign(process.env, before.env);
    process.exitCode = before.code;
    Object.assign(console, { log: before.log, error: before.error });
    write.mockRestore();
  }
}

export const linesOf = (out: string) => out.trim().split('\n');
