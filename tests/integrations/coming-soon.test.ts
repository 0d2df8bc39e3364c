import { access, cp, mkdir, mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { pathToFileURL } from 'node:url';
import type { AstroIntegration } from 'astro';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { comingSoon } from '../../src/integrations/coming-soon.ts';
import { hostFunctions } from '../../local/functions/functions-host.ts';
import { openImages } from '../../local/images.ts';
import { readRules } from '../../local/site/netlify-rules.ts';
import { composeShop } from '../../local/shop.ts';
import { openSite } from '../../local/site/static-site.ts';

let root: string;
let dist: string;

const OPEN = [
  'coming-soon',
  'privacy-policy',
  'terms-conditions',
  'contact',
  '404',
  'admin/index',
  'login',
  'orders',
  'reset-password',
  'confirm-email',
  'verify',
  'invoice',
  'profile',
  'desk',
  'desk/orders',
];
const CLOSED = [
  'index',
  'collection',
  'collection/2',
  'product/warp-line-hoodie',
  'cart',
  'about',
  'wishlist',
];

beforeEach(async () => {
  root = await mkdtemp(join(tmpdir(), 'taana-soon-'));
  dist = join(root, 'dist');
  for (const page of [...OPEN, ...CLOSED]) {
    await mkdir(dirname(join(dist, page)), { recursive: true });
    await writeFile(join(dist, `${page}.html`), page);
  }
  await mkdir(join(dist, '_astro'));
  await writeFile(join(dist, '_astro/shell.js'), 'script');
  await writeFile(join(dist, 'desk/app.webmanifest'), '{}');
  await writeFile(join(dist, 'desk-worker.js'), 'script');
  for (const folder of ['products', 'campaign']) {
    await mkdir(join(dist, folder));
    await cp('public/products/taana-cap-1.webp', join(dist, folder, 'a-1.webp'));
  }
  await writeFile(
    join(root, 'netlify.toml'),
    '[[redirects]]\nfrom = "/Login"\nto = "/login"\nstatus = 200\n\n[[redirects]]\nfrom = "/privacy"\nto = "/privacy-policy"\n',
  );
});

afterEach(() => rm(root, { recursive: true, force: true }));

/** Runs the integration over a built site, as Astro does. */
async function build(mode: string | undefined): Promise<void> {
  const hooks = comingSoon(mode).hooks as Required<AstroIntegration['hooks']>;
  const config = { root: pathToFileURL(`${root}/`) };
  await hooks['astro:config:done']?.({ config } as Parameters<(typeof hooks)['astro:config:done']>[0]);
  const dir = pathToFileURL(`${dist}/`);
  await hooks['astro:build:done']?.({ dir } as Parameters<(typeof hooks)['astro:build:done']>[0]);
}

const isThere = (file: string) =>
  access(join(dist, file)).then(
    () => true,
    () => false,
  );

/** The site in the local shop, under the rules for Netlify. */
function ask(path: string): Promise<Response> {
  const rules = readRules(join(root, 'netlify.toml'), join(dist, '_redirects'));
  const answer = composeShop({
    functions: hostFunctions(new Map()),
    images: openImages({ sources: [dist], cacheFolder: join(root, 'images') }),
    site: openSite(dist, rules),
    rules,
  });
  return answer(new Request(`http://shop${path}`), '127.0.0.1');
}

test.each([undefined, ''])('an open shop (%j) is built unchanged', async (mode) => {
  await build(mode);
  expect(await isThere('_redirects')).toBe(false);
  expect((await ask('/collection')).status).toBe(200);
});

test('an unknown mode stops the build', () => {
  expect(() => comingSoon('comming-soon')).toThrow(
    'SHOP_MODE must be coming-soon or empty, not "comming-soon".',
  );
});

test('closed pages are not in the site, and Netlify’s rules close their addresses', async () => {
  await build('coming-soon');
  for (const page of CLOSED) expect(await isThere(`${page}.html`), page).toBe(false);
  for (const page of OPEN) expect(await isThere(`${page}.html`), page).toBe(true);
  expect(await isThere('_astro/shell.js')).toBe(true);
  const away = ['/about', '/cart', '/collection', '/collection/*', '/product/*', '/wishlist'];
  expect((await readFile(join(dist, '_redirects'), 'utf8')).trim().split('\n')).toEqual([
    '/ /coming-soon 200!',
    ...away.map((path) => `${path} /coming-soon 302!`),
  ]);
});

test.each(['products', 'campaign'])(
  'pictures of %s are public once the shop is open, not before',
  async (folder) => {
    const addresses = [`/${folder}/a-1.webp`, `/.netlify/images?url=/${folder}/a-1.webp&w=64`];
    const statuses = async () => (await Promise.all(addresses.map(ask))).map(({ status }) => status);
    await build(undefined);
    expect(await statuses()).toEqual([200, 200]);
    await build('coming-soon');
    expect(await statuses()).toEqual([404, 404]);
  },
);

test('the home page is the waitlist, closed pages redirect to it, and open ones are unchanged', async () => {
  await build('coming-soon');
  const home = await ask('/?utm_source=instagram');
  expect([home.status, await home.text()]).toEqual([200, 'coming-soon']);
  for (const path of ['/collection/2', '/cart/', '/product/warp-line-hoodie', '/product/of-tomorrow']) {
    const response = await ask(path);
    expect([path, response.status, response.headers.get('location')]).toEqual([path, 302, '/coming-soon']);
  }
  const open = [
    '/coming-soon',
    '/privacy-policy',
    '/contact',
    '/Login',
    '/orders',
    '/verify?orderId=1',
    '/reset-password',
    '/invoice?orderId=1',
    '/admin',
    '/_astro/shell.js',
    '/desk',
    '/desk/orders?tab=pack',
    '/desk/app.webmanifest',
    '/desk-worker.js',
  ];
  for (const path of open) expect([path, (await ask(path)).status]).toEqual([path, 200]);
  for (const path of ['/no-such-page', '/_redirects']) expect((await ask(path)).status).toBe(404);
});

test('unsupported rules of a site are named', async () => {
  await writeFile(join(dist, '_redirects'), '# by hand\n/a /b 302 Country=in\n');
  expect(() => readRules(join(root, 'netlify.toml'), join(dist, '_redirects'))).toThrow(
    '_redirects: the local shop cannot follow "/a /b 302 Country=in"',
  );
});
