import { mkdir, mkdtemp, readdir, rm, utimes, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import sharp from 'sharp';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { openImages } from '../../local/images.ts';
import { jpegAddress } from '../../netlify/email/html.ts';

const CHROME = 'image/avif,image/webp,image/apng,image/*,*/*;q=0.8';
let folder: string;
let dist: string;
let cacheFolder: string;

beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'taana-images-'));
  dist = join(folder, 'dist');
  cacheFolder = join(folder, 'cache');
  await mkdir(join(dist, 'products'), { recursive: true });
  const picture = sharp({ create: { width: 400, height: 500, channels: 3, background: '#b5482a' } });
  await picture
    .clone()
    .webp()
    .toFile(join(dist, 'products', 'kurta.webp'));
  await picture
    .clone()
    .png()
    .toFile(join(dist, 'products', 'kurta.png'));
  await writeFile(join(dist, 'products', 'torn.webp'), 'not a picture');
  await writeFile(join(dist, 'page.html'), '<p>');
  await writeFile(join(folder, 'secret.webp'), 'secret');
});

afterAll(() => rm(folder, { recursive: true, force: true }));

const open = (cache = cacheFolder) => openImages({ sources: [dist], cacheFolder: cache });

async function ask(query: string, headers: Record<string, string> = { accept: CHROME }) {
  const response = await open().serve(new Request(`http://shop/.netlify/images?${query}`, { headers }));
  return { response, body: Buffer.from(await response.arrayBuffer()) };
}

test.each([
  ['w=40', 400],
  ['url=/products/kurta.webp', 400],
  ['url=products/kurta.webp&w=40', 400],
  ['url=/products/kurta.webp&w=0', 400],
  ['url=/products/kurta.webp&w=-5', 400],
  ['url=/products/kurta.webp&w=1.5', 400],
  ['url=/products/kurta.webp&w=99999', 400],
  ['url=/products/kurta.webp&w=40&h=40', 400],
  ['url=/products/kurta.webp&w=40&fm=avif', 400],
  ['url=/products/%25E0%25A4%25A&w=40', 400],
  ['url=/page.html&w=40', 400],
  ['url=/products/torn.webp&w=40', 400],
  ['url=https://evil.example/a.webp&w=40', 403],
  ['url=//evil.example/a.webp&w=40', 403],
  ['url=file:///etc/passwd&w=40', 403],
  ['url=/products/none.webp&w=40', 404],
  ['url=/products&w=40', 404],
  ['url=/../secret.webp&w=40', 404],
  ['url=/..%252fsecret.webp&w=40', 404],
])('"%s" is refused with %i', async (query, status) => {
  const { response, body } = await ask(query);
  expect(response.status).toBe(status);
  expect(body.toString()).toMatch(/^[^.].*\.$/);
});

test('a picture of an email is a JPEG, whatever its reader accepts', async () => {
  const { search } = new URL(jpegAddress('/products/kurta.webp', 40, 'http://shop'));
  const { response, body } = await ask(search.slice(1));
  expect([response.status, response.headers.get('content-type')]).toEqual([200, 'image/jpeg']);
  expect((await sharp(body).metadata()).format).toBe('jpeg');
});

test('concurrent requests share one encoding, which is cached on disk', async () => {
  const cache = join(folder, 'shared');
  const images = open(cache);
  const request = () => new Request('http://shop/.netlify/images?url=/products/kurta.webp&w=77');
  const answers = await Promise.all(Array.from({ length: 8 }, () => images.serve(request())));
  const bodies = await Promise.all(answers.map(async (answer) => Buffer.from(await answer.arrayBuffer())));
  const files = (await readdir(cache, { recursive: true })).filter((name) => name.includes('.'));
  expect(files).toHaveLength(1);
  await writeFile(join(cache, files[0] ?? ''), 'kept');
  expect(await (await open(cache).serve(request())).text()).toBe('kept');
  expect(new Set(bodies.map((body) => body.toString('base64'))).size).toBe(1);
});

test('a replaced picture is encoded again', async () => {
  const file = join(dist, 'products', 'changing.png');
  const images = open();
  const colour = async (background: string, modified: number) => {
    await sharp({ create: { width: 20, height: 20, channels: 3, background } })
      .png()
      .toFile(file);
    // File times have a coarse resolution, so both pictures could have the same time.
    await utimes(file, modified, modified);
    const request = new Request('http://shop/.netlify/images?url=/products/changing.png&w=20');
    return (await images.serve(request)).headers.get('etag');
  };
  expect(await colour('#ffffff', 1)).not.toBe(await colour('#101010', 2));
});

test('a resized picture has the headers of netlify.toml', async () => {
  const headersFor = (path: string): Record<string, string> =>
    path.startsWith('/products/') ? { 'Cache-Control': 'public, max-age=5' } : {};
  const images = openImages({ sources: [dist], cacheFolder, headersFor });
  const response = await images.serve(
    new Request('http://shop/.netlify/images?url=/products/kurta.webp&w=40'),
  );
  expect(response.headers.get('cache-control')).toBe('public, max-age=5');
});
