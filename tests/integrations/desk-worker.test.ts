import { mkdtemp, readdir, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import type { AstroIntegration } from 'astro';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { deskWorkerPath } from '../../src/contract/desk-paths.ts';
import { deskWorker } from '../../src/integrations/desk-worker.ts';
import { isDeskBuilt } from '../../src/layouts/desk-staff.ts';
import { getStaticPaths } from '../../src/pages/desk/[app].webmanifest.ts';

/** What a build has of the desk, by the setting DESK_STAFF. */

let dist: string;

beforeEach(async () => {
  dist = await mkdtemp(join(tmpdir(), 'taana-desk-'));
});

afterEach(() => rm(dist, { recursive: true, force: true }));

/** Runs the integration over a built site, as Astro does. */
async function builtWith(setting: string): Promise<string[]> {
  vi.stubEnv('DESK_STAFF', setting);
  const hooks = deskWorker().hooks as Required<AstroIntegration['hooks']>;
  const dir = pathToFileURL(`${dist}/`);
  await hooks['astro:build:done']?.({ dir } as Parameters<(typeof hooks)['astro:build:done']>[0]);
  return await readdir(dist);
}

test('a build without staff has no page, no manifest and no service worker of the desk', async () => {
  expect(await builtWith('')).toEqual([]);
  expect(getStaticPaths()).toEqual([]);
  // The pages ask it too (pages/desk).
  expect([isDeskBuilt(), isDeskBuilt('')]).toEqual([false, false]);
});

test('a build with staff has all of them, and a wrong entry stops it', async () => {
  expect(await builtWith('asha@example.com:owner')).toEqual([deskWorkerPath.slice(1)]);
  expect(getStaticPaths()).toHaveLength(1);
  expect(isDeskBuilt()).toBe(true);
  expect(() => isDeskBuilt('asha@example.com:boss')).toThrow('asha@example.com:boss');
});
