import { readdir } from 'node:fs/promises';
import { expect, test, vi } from 'vitest';
import { deskWorkerPath } from '../../src/contract/desk-paths.ts';
import { deskWorker } from '../../src/integrations/desk-worker.ts';
import { isDeskBuilt } from '../../src/layouts/desk-staff.ts';
import { getStaticPaths } from '../../src/pages/desk/[app].webmanifest.ts';
import { useFolder } from '../support/folder.ts';
import { finishBuild } from './astro-build.ts';

/** What a build has of the desk, by the setting DESK_STAFF. */

const dist = useFolder();

async function builtWith(setting: string): Promise<string[]> {
  vi.stubEnv('DESK_STAFF', setting);
  await finishBuild(deskWorker(), dist.path, dist.path);
  return await readdir(dist.path);
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
