import { mkdir, mkdtemp, rm, utimes, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { hostFunctions } from '../../local/functions/functions-host.ts';
import { openImages } from '../../local/images.ts';
import { compileRules } from '../../local/site/netlify-rules.ts';
import { composeShop } from '../../local/shop.ts';
import { openSite } from '../../local/site/static-site.ts';

const LONG = `<p>${'collection '.repeat(100)}</p>`;
let folder: string;
let ask: (path: string, init?: RequestInit) => Promise<Response>;

beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'taana-site-'));
  const dist = join(folder, 'dist');
  await mkdir(join(dist, '_astro'), { recursive: true });
  await mkdir(join(dist, 'help'));
  await writeFile(join(folder, 'secret.txt'), 'secret');
  await writeFile(join(dist, 'index.html'), 'home');
  await writeFile(join(dist, 'collection.html'), LONG);
  await writeFile(join(dist, 'login.html'), 'login');
  await writeFile(join(dist, 'help', 'index.html'), 'help');
  await writeFile(join(dist, '404.html'), 'nowhere');
  await writeFile(join(dist, '_astro', 'a.hash.js'), 'js');
  const rules = compileRules(
    [
      { for: '/*', values: { 'X-Frame-Options': 'DENY' } },
      { for: '/_astro/*', values: { 'Cache-Control': 'public, max-age=31536000, immutable' } },
    ],
    [
      { from: '/Login', to: '/login', status: 200 },
      { from: '/old/:name', to: '/product/:name' },
      { from: '/shop/*', to: '/collection/:splat', status: 302 },
      { from: '/collection', to: '/never' },
      { from: '/help', to: '/login', status: 302, force: true },
    ],
  );
  const functions = hostFunctions(new Map());
  const images = openImages({ sources: [dist], cacheFolder: join(folder, 'images') });
  const answer = composeShop({ functions, images, site: openSite(dist, rules), rules });
  ask = (path, init) => answer(new Request(`http://shop${path}`, init), '127.0.0.1');
});

afterAll(() => rm(folder, { recursive: true, force: true }));

test.each([
  ['/', 'home'],
  ['/collection', LONG],
  ['/Login', 'login'],
])('%s is served', async (path, body) => {
  const response = await ask(path);
  expect([response.status, await response.text()]).toEqual([200, body]);
  expect(response.headers.get('content-type')).toBe('text/html; charset=utf-8');
  expect(response.headers.get('cache-control')).toBe('public, max-age=0, must-revalidate');
});

test.each([
  ['/collection.html?sort=newest', 301, '/collection?sort=newest'],
  ['/collection/', 301, '/collection'],
  ['/index.html', 301, '/'],
  ['/help/index.html', 301, '/help'],
  ['/old/kurta?x=1', 301, '/product/kurta?x=1'],
  ['/shop/a/b', 302, '/collection/a/b'],
  ['/help', 302, '/login'],
])('%s redirects with %i to %s', async (path, status, location) => {
  const response = await ask(path);
  expect([response.status, response.headers.get('location')]).toEqual([status, location]);
});

test.each([
  '/nothing',
  '/LOGIN',
  '/..%2fsecret.txt',
  '/..%2f..%2f..%2f..%2f..%2fetc/passwd',
  '/%2e%2e%2fsecret.txt',
  '/..%5csecret.txt',
  '/%00',
  '/%E0%A4%A',
  '//evil.example/',
])('%s gets the 404 page', async (path) => {
  const response = await ask(path);
  expect([response.status, await response.text()]).toEqual([404, 'nowhere']);
});

test('a changed file is served at once', async () => {
  const file = join(folder, 'dist', 'news.html');
  await writeFile(file, 'one');
  // File times have a coarse resolution, so both versions could have the same time.
  await utimes(file, 1, 1);
  expect(await (await ask('/news')).text()).toBe('one');
  await writeFile(file, 'two!');
  expect(await (await ask('/news')).text()).toBe('two!');
});

test("netlify.toml's headers reach every page, and the last rule that names a header wins", async () => {
  const [home, missing, script] = await Promise.all([ask('/'), ask('/nothing'), ask('/_astro/a.hash.js')]);
  for (const response of [home, missing, script])
    expect(response.headers.get('x-frame-options')).toBe('DENY');
  expect(script.headers.get('cache-control')).toBe('public, max-age=31536000, immutable');
  expect(script.headers.get('content-type')).toMatch(/^text\/javascript/);
});

test.each([
  [{ from: '/a', to: '/b', conditions: { Country: ['in'] } }, /cannot follow the redirect from \/a/],
  [{ from: '/a', to: '/b', status: 418 }, /cannot follow the redirect from \/a/],
  [{ from: '/a', to: 'https://other.example/b', status: 200 }, /leaves the site/],
])('an unsupported redirect is refused: %j', (rule, message) => {
  expect(() => compileRules([], [rule])).toThrow(message);
});
