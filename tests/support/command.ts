/** The owner's command line as a real child process. */
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { resolve } from 'node:path';
import process from 'node:process';
import { text } from 'node:stream/consumers';

/** A command starts Node, and those that need the catalogue once more. */
export const PATIENCE = { timeout: 60_000 };

/** @param words a line with one space between words, or the words themselves */
export function startCommand(words: string | readonly string[], environment: Record<string, string> = {}) {
  const list = typeof words === 'string' ? words.split(' ').filter(Boolean) : words;
  return spawn(process.execPath, ['cli/shop.ts', ...list], {
    cwd: resolve('.'),
    env: { ...process.env, ...environment },
    stdio: ['ignore', 'pipe', 'pipe'],
  });
}

export async function shopCommand(words: string | readonly string[], environment?: Record<string, string>) {
  const child = startCommand(words, environment);
  const [out, err, [code]] = await Promise.all([text(child.stdout), text(child.stderr), once(child, 'exit')]);
  return { out, err, code: code as number | null };
}

export const linesOf = (out: string) => out.trim().split('\n');
