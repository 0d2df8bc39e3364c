/**
 * The desk's service worker as one file at a fixed URL. It stands at the root, because a worker's scope reaches no
 * higher than its file, and Today is `/desk` without a slash.
 */
import { join } from 'node:path';
import process from 'node:process';
import { fileURLToPath } from 'node:url';
import type { AstroIntegration } from 'astro';
import { build } from 'esbuild';
import { deskWorkerPath } from '../contract/desk-paths.ts';
import { staffOf } from '../domain/staff.ts';

const entry = fileURLToPath(new URL('../offline/desk-worker.ts', import.meta.url));

export function deskWorker(): AstroIntegration {
  return {
    name: 'desk-worker',
    hooks: {
      'astro:build:done': async ({ dir }) => {
        if (staffOf(process.env['DESK_STAFF'] ?? '').staff.length === 0) return;
        await build({
          entryPoints: [entry],
          outfile: join(fileURLToPath(dir), deskWorkerPath),
          bundle: true,
          minify: true,
          format: 'iife',
          target: 'es2022',
          legalComments: 'none',
          logLevel: 'warning',
        });
      },
    },
  };
}
