import { rm } from 'node:fs/promises';
import { beforeEach, expect, test } from 'vitest';
import { buildWorker, isWorkerWanted } from '../../src/integrations/service-worker.ts';
import { useFolder } from '../support/folder.ts';

const dist = useFolder();

beforeEach(async () => {
  for (const file of ['shop.aaaaaaaa.js', 'fonts/native.woff2', 'picture.png']) {
    await dist.write(`_astro/${file}`);
  }
});

async function built(isWanted: boolean): Promise<string> {
  await buildWorker(dist.path, isWanted);
  return dist.read('service-worker.js');
}

test('the worker lists the files of its build, so another build has another worker', async () => {
  const first = await built(true);
  expect(first).toContain('/_astro/shop.aaaaaaaa.js');
  expect(first).toContain('/_astro/fonts/native.woff2');
  expect(first).not.toContain('picture.png');
  await rm(dist.at('_astro/shop.aaaaaaaa.js'));
  await dist.write('_astro/shop.bbbbbbbb.js');
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
