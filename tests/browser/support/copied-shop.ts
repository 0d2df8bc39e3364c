import { cp, symlink } from 'node:fs/promises';
import { join } from 'node:path';

/** Of the repository, what a shop is made from: what a test edits is a copy. */
const PARTS = [
  ...['src', 'public', 'scripts', 'local', 'netlify', 'dist', '.astro', '.cache/cards'],
  ...['package.json', 'package-lock.json', 'astro.config.mjs', 'netlify.toml', 'tsconfig.json', '.npmrc'],
];

/** @param root of the repository */
export async function copyShop(root: string, folder: string): Promise<void> {
  await Promise.all(
    PARTS.map((part) =>
      cp(join(root, part), join(folder, part), { recursive: true, preserveTimestamps: true }).catch(
        (error: NodeJS.ErrnoException) => {
          if (error.code !== 'ENOENT') throw error;
        },
      ),
    ),
  );
  await symlink(join(root, 'node_modules'), join(folder, 'node_modules'));
}
