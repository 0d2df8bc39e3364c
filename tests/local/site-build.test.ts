import { mkdir, mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { buildSite } from '../../local/site/site-build.ts';

/** Replaces Astro: empties dist/, as Astro does, and records each call. */
const BUILDER = `
import { appendFileSync, existsSync, mkdirSync, rmSync } from 'node:fs';
rmSync('dist', { recursive: true, force: true });
mkdirSync('dist');
appendFileSync('builds', 'x');
if (existsSync('src/broken')) { console.error('src/broken is broken'); process.exit(1); }
`;

let root: string;

beforeEach(async () => {
  root = await mkdtemp(join(tmpdir(), 'taana-build-'));
  for (const folder of ['scripts', 'src/content', 'node_modules/astro/bin']) {
    await mkdir(join(root, folder), { recursive: true });
  }
  await writeFile(join(root, 'node_modules/astro/bin/astro.mjs'), BUILDER);
  await writeFile(
    join(root, 'scripts/snapshot.ts'),
    `import { mkdirSync, writeFileSync } from 'node:fs';
    mkdirSync('src/content/snapshot', { recursive: true });
    for (const made of ['snapshot.json', 'snapshot-edition.json', 'snapshot/products.jsonl', 'snapshot/search.json']) {
      writeFileSync('src/content/' + made, String(Math.random()));
    }`,
  );
  await writeFile(join(root, 'src/page.astro'), 'one');
  vi.spyOn(console, 'log').mockImplementation(() => {});
});

afterEach(() => rm(root, { recursive: true, force: true }));

const builds = async (): Promise<number> => (await readFile(join(root, 'builds'), 'utf8')).length;

test('no change builds nothing', async () => {
  await buildSite(root);
  await buildSite(root);
  expect(await builds()).toBe(1);
});

test.each([
  'src/page.astro',
  'src/new.astro',
  'public/new.webp',
  'astro.config.mjs',
  'scripts/snapshot.ts',
  'src/integrations/share-cards.ts',
])('a change of %s builds the site', async (file) => {
  await buildSite(root);
  await mkdir(dirname(join(root, file)), { recursive: true });
  const before = await readFile(join(root, file), 'utf8').catch(() => '');
  await writeFile(join(root, file), `${before}\n// changed`);
  await buildSite(root);
  expect(await builds()).toBe(2);
});

test.each(['scripts/other.ts', 'package.json', 'netlify.toml'])(
  'a change of %s builds nothing',
  async (file) => {
    await buildSite(root);
    await writeFile(join(root, file), 'changed');
    await buildSite(root);
    expect(await builds()).toBe(1);
  },
);

test('a failed build prints its error, and runs again next time', async () => {
  const told = vi.spyOn(process.stderr, 'write').mockImplementation(() => true);
  await buildSite(root);
  await writeFile(join(root, 'src/broken'), '');
  await expect(buildSite(root)).rejects.toThrow('The site could not be built; fix the errors above');
  expect(told.mock.calls.join('')).toContain('src/broken is broken');
  await rm(join(root, 'src/broken'));
  await buildSite(root);
  expect(await builds()).toBe(3);
});
