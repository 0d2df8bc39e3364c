/** Finds keys and passwords in the repository: runs secretlint over every file that git tracks or would add. */
import { execFile, spawnSync } from 'node:child_process';
import { existsSync } from 'node:fs';
import { join } from 'node:path';
import process from 'node:process';
import { promisify } from 'node:util';
import { projectRoot, SetupError } from '../setup.mjs';

/** Files without text. */
const PICTURES = /\.(?:avif|ico|jpe?g|png|webp|woff2)$/;

/** Tracked files, and new ones that are not ignored; without deleted ones. */
export function filesOfTheRepository(root: string): string[] {
  const { status, stdout, stderr } = spawnSync(
    'git',
    ['ls-files', '-z', '--cached', '--others', '--exclude-standard'],
    { cwd: root, encoding: 'utf8', maxBuffer: 64 * 1_024 * 1_024 },
  );
  if (status !== 0) throw new SetupError(`git could not list the files: ${stderr.trim()}`);
  return stdout.split('\0').filter((file) => file && !PICTURES.test(file) && existsSync(join(root, file)));
}

/** @returns the findings, without the secrets themselves; empty if there are none */
export async function secretsIn(root: string, files: readonly string[]): Promise<string> {
  if (files.length === 0) return '';
  const secretlint = join(projectRoot, 'node_modules/secretlint/bin/secretlint.js');
  const config = join(projectRoot, '.secretlintrc.json');
  try {
    await promisify(execFile)(
      process.execPath,
      // Takes file names literally, and includes files that git would ignore.
      [secretlint, '--no-glob', '--no-gitignore', '--no-color', '--secretlintrc', config, ...files],
      { cwd: root, maxBuffer: 64 * 1_024 * 1_024 },
    );
    return '';
  } catch (error) {
    const { code, stdout = '', stderr = '' } = error as { code?: number; stdout?: string; stderr?: string };
    if (code === 1) return stdout.trim();
    throw new SetupError(`secretlint failed: ${(stderr || stdout).trim()}`);
  }
}
