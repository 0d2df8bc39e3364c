import { existsSync } from 'node:fs';
import { cp } from 'node:fs/promises';
import { beforeEach, expect, test } from 'vitest';
import { comingSoon } from '../../src/integrations/coming-soon.ts';
import { readRules } from '../../local/site/netlify-rules.ts';
import { serveSite } from '../local/served-site.ts';
import { useFolder } from '../support/folder.ts';
import { finishBuild } from './astro-build.ts';

const root = useFolder();

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
  for (const page of [...OPEN, ...CLOSED]) await root.write(`dist/${page}.html`, page);
  for (const file of ['_astro/shell.js', 'desk/app.webmanifest', 'desk-worker.js']) {
    await root.write(`dist/${file}`);
  }
  for (const folder of ['products', 'campaign']) {
    await cp('public/products/taana-cap-1.webp', root.at('dist', folder, 'a-1.webp'));
  }
  await root.write(
    'netlify.toml',
    '[[redirects]]\nfrom = "/Login"\nto = "/login"\nstatus = 200\n\n[[redirects]]\nfrom = "/privacy"\nto = "/privacy-policy"\n',
  );
});

const build = (mode: string | undefined) => finishBuild(comingSoon(mode), root.path);
const isThere = (file: string) => existsSync(root.at('dist', file));
const rulesOfSite = () => readRules(root.at('netlify.toml'), root.at('dist/_redirects'));

/** The site in the local shop, under the rules for Netlify. */
const ask = (path: string): Promise<Response> =>
  serveSite(root.at('dist'), rulesOfSite())(new Request(`http://shop${path}`), '127.0.0.1');

test.each([undefined, ''])('an open shop (%j) is built unchanged', async (mode) => {
  await build(mode);
  expect(isThere('_redirects')).toBe(false);
  expect((await ask('/collection')).status).toBe(200);
});

test('an unknown mode stops the build', () => {
  expect(() => comingSoon('comming-soon')).toThrow(
    'SHOP_MODE must be coming-soon or empty, not "comming-soon".',
  );
});

test('closed pages are not in the site, and Netlify’s rules close their addresses', async () => {
  await build('coming-soon');
  for (const page of CLOSED) expect(isThere(`${page}.html`), page).toBe(false);
  for (const page of OPEN) expect(isThere(`${page}.html`), page).toBe(true);
  expect(isThere('_astro/shell.js')).toBe(true);
  const away = ['/about', '/cart', '/collection', '/collection/*', '/product/*', '/wishlist'];
  expect((await root.read('dist/_redirects')).trim().split('\n')).toEqual([
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
  await root.write('dist/_redirects', '# by hand\n/a /b 302 Country=in\n');
  expect(rulesOfSite).toThrow('_redirects: the local shop cannot follow "/a /b 302 Country=in"');
});
