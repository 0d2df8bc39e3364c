import { mkdir, mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { buildWorker, isWorkerWanted } from '../../src/integrations/service-worker.ts';

let dist: string;

beforeEach(async () => {
  dist = await mkdtemp(join(tmpdir(), 'taana-worker-'));
  await mkdir(join(dist, '_astro/fonts'), { recursive: true });
  for (const file of ['shop.aaaaaaaa.js', 'fonts/native.woff2', 'picture.png']) {
    await writeFile(join(dist, '_astro', file), '');
  }
});

afterEach(() => rm(dist, { recursive: true, force: true }));

async function built(isWanted: boolean): Promise<string> {
  await buildWorker(dist, isWanted);
  return readFile(join(dist, 'service-worker.js'), 'utf8');
}

test('the worker lists the files of its build, so another build has another worker', async () => {
  const first = await built(true);
  expect(first).toContain('/_astro/shop.aaaaaaaa.js');
  expect(first).toContain('/_astro/fonts/native.woff2');
  expect(first).not.toContain('picture.png');
  await rm(join(dist, '_astro/shop.aaaaaaaa.js'));
  await writeFile(join(dist, '_astro/shop.bbbbbbbb.js'), '');
  expect(await built(true)).not.toBe(first);
});

test('the worker that unregisters answers no request and removes itself', async () => {
  const ending = await built(false);
  expect(ending).toContain('unregister()');
  expect(ending).not.toContain('fetch');
});

test.each([
  [{}, true],
  [{ SHOP_OFFLINE: '', SHOP_MODE: '' }, true],
  [{ SHOP_OFFLINE: 'off' }, false],
  [{ SHOP_MODE: 'coming-soon' }, false],
])('with %j a build ships a worker that keeps pages: %s', (settings, isWanted) => {
  expect(isWorkerWanted(settings)).toBe(isWanted);
});

test('an unknown setting stops the build', () => {
  expect(() => isWorkerWanted({ SHOP_OFFLINE: 'no' })).toThrow(
    'SHOP_OFFLINE must be off or empty, not "no".',
  );
});
