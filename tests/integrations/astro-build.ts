/** Runs an integration of a build over a folder, as Astro does. */
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import type { AstroIntegration } from 'astro';

type Hooks = Required<AstroIntegration['hooks']>;

/** @param dist the built site */
export async function finishBuild({ hooks }: AstroIntegration, root: string, dist = join(root, 'dist')) {
  const folderOf = (path: string) => pathToFileURL(`${path}/`);
  const config = { root: folderOf(root) };
  await hooks['astro:config:done']?.({ config } as Parameters<Hooks['astro:config:done']>[0]);
  await hooks['astro:build:done']?.({ dir: folderOf(dist) } as Parameters<Hooks['astro:build:done']>[0]);
}
