/**
 * The shop's service worker as one file at a fixed URL. It contains the names of all hashed files of its build, so
 * every new build is a new worker and browsers update it.
 */
import { readdir } from 'node:fs/promises';
import { join, relative } from 'node:path';
import process from 'node:process';
import { fileURLToPath } from 'node:url';
import type { AstroIntegration } from 'astro';
import { build } from 'esbuild';
import type { Plugin } from 'vite';
import { isComingSoon } from '../contract/coming-soon.ts';
import { OFFLINE_OFF, workerPath } from '../contract/offline.ts';

const root = fileURLToPath(new URL('../..', import.meta.url));

interface Settings {
  SHOP_OFFLINE?: string | undefined;
  SHOP_MODE?: string | undefined;
}

/** Before the launch there is nothing to cache; `off` removes a faulty worker. @throws for any other word */
export function isWorkerWanted({ SHOP_OFFLINE: offline, SHOP_MODE: mode }: Settings): boolean {
  if (offline && offline !== OFFLINE_OFF) {
    throw new Error(`SHOP_OFFLINE must be ${OFFLINE_OFF} or empty, not "${offline}".`);
  }
  return !offline && !isComingSoon(mode);
}

/** Modules that every page loads later than its HTML says: without them a cached page would not work offline. */
const LATE_MODULES = [
  'features/shell/idle.ts',
  'features/shell/on-interaction.ts',
  'features/product/open-product.ts',
  'features/wishlist/draw-wishlist.ts',
  'offline/page.ts',
  'offline/known-products.ts',
  'offline/cached-pages.ts',
  'stores/session/refresh.lazy.ts',
].map((file) => join(root, 'src', file));

/** Records the build's files that contain modules of `LATE_MODULES` or their imports. */
function recordLateFiles(lateFiles: Set<string>): Plugin {
  return {
    name: 'record-late-files',
    apply: 'build',
    generateBundle(_, bundle) {
      const follow = (name: string): void => {
        const chunk = bundle[name];
        if (chunk?.type !== 'chunk' || lateFiles.has(`/${name}`)) return;
        lateFiles.add(`/${name}`);
        chunk.imports.forEach(follow);
      };
      for (const [name, chunk] of Object.entries(bundle)) {
        if (chunk.type === 'chunk' && chunk.moduleIds.some((id) => LATE_MODULES.includes(id))) follow(name);
      }
    },
  };
}

/**
 * @param dist the built site
 * @param isWanted false writes the worker that removes the previous one
 * @param lateFiles files that every page loads later than its HTML says
 */
export async function buildWorker(
  dist: string,
  isWanted: boolean,
  lateFiles: ReadonlySet<string> = new Set(),
): Promise<void> {
  const files = isWanted ? await hashedFiles(dist) : [];
  await bundleWorker(isWanted ? 'worker.ts' : 'unregister.ts', join(dist, workerPath), {
    'process.env.NODE_ENV': '"production"',
    BUILD_FILES: JSON.stringify(files),
    REST_FILES: JSON.stringify(files.filter((file) => lateFiles.has(file))),
  });
}

/** @param entry a file of src/offline */
export async function bundleWorker(
  entry: string,
  outfile: string,
  define: Record<string, string> = {},
): Promise<void> {
  await build({
    entryPoints: [join(root, 'src/offline', entry)],
    outfile,
    bundle: true,
    minify: true,
    format: 'iife',
    target: 'es2022',
    legalComments: 'none',
    logLevel: 'warning',
    define,
  });
}

async function hashedFiles(dist: string): Promise<string[]> {
  const entries = await readdir(join(dist, '_astro'), { recursive: true, withFileTypes: true });
  return entries
    .filter((entry) => entry.isFile() && /\.(?:js|css|woff2)$/.test(entry.name))
    .map((entry) => `/${relative(dist, join(entry.parentPath, entry.name))}`)
    .sort();
}

export function serviceWorker(settings: Settings = process.env): AstroIntegration {
  const isWanted = isWorkerWanted(settings);
  const lateFiles = new Set<string>();
  return {
    name: 'service-worker',
    hooks: {
      'astro:config:setup': ({ updateConfig }) => {
        const offline = JSON.stringify(isWanted ? '' : OFFLINE_OFF);
        updateConfig({
          vite: {
            define: { 'import.meta.env.SHOP_OFFLINE': offline },
            plugins: [recordLateFiles(lateFiles)],
          },
        });
      },
      'astro:build:done': ({ dir }) => buildWorker(fileURLToPath(dir), isWanted, lateFiles),
    },
  };
}
