/**
 * The desk's service worker as one file at a fixed URL. It stands at the root, because a worker's scope reaches no
 * higher than its file, and Today is `/desk` without a slash.
 */
import { join } from 'node:path';
import process from 'node:process';
import { fileURLToPath } from 'node:url';
import type { AstroIntegration } from 'astro';
import { deskWorkerPath } from '../contract/desk-paths.ts';
import { staffOf } from '../domain/staff.ts';
import { bundleWorker } from './service-worker.ts';

export function deskWorker(): AstroIntegration {
  return {
    name: 'desk-worker',
    hooks: {
      'astro:build:done': async ({ dir }) => {
        if (staffOf(process.env['DESK_STAFF'] ?? '').staff.length === 0) return;
        await bundleWorker('desk-worker.ts', join(fileURLToPath(dir), deskWorkerPath));
      },
    },
  };
}
