import { cp, symlink } from 'node:fs/promises';
import { join } from 'node:path';

/** The parts of the repository that a shop needs: a test or a measurement changes only a copy. */
const PARTS = [
  'src',
  'public',
  'scripts',
  'local',
  'netlify',
  'package.json',
  'package-lock.json',
  'astro.config.mjs',
  'netlify.toml',
  'tsconfig.json',
  '.npmrc',
  '.env.example',
];
/** The results of an earlier build. */
export const BUILT = ['dist', '.astro', '.cache/cards'];

/** @param root of the repository @param more parts */
export async function copyShop(root: string, folder: string, more: readonly string[] = []): Promise<void> {
  await Promise.all(
    [...PARTS, ...more].map((part) =>
      cp(join(root, part), join(folder, part), { recursive: true, preserveTimestamps: true }).catch(
        (error: NodeJS.ErrnoException) => {
          if (error.code !== 'ENOENT') throw error;
        },
      ),
    ),
  );
  await symlink(join(root, 'node_modules'), join(folder, 'node_modules'));
}
