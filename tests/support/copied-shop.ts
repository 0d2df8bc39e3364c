import { cp, symlink } from 'node:fs/promises';
import { join } from 'node:path';

/** Of the repository, what a shop is made from: what a test or a measurement changes is a copy. */
const PARTS = [
  ...['src', 'public', 'scripts', 'local', 'netlify'],
  ...['package.json', 'package-lock.json', 'astro.config.mjs', 'netlify.toml', 'tsconfig.json', '.npmrc'],
  '.env.example',
];
/** What was built from it already. */
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
