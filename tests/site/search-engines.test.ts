import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { XMLParser } from 'fast-xml-parser';
import sharp from 'sharp';
import { expect, test } from 'vitest';
import { catalogue } from '../../src/content/snapshot.ts';
import { brand } from '../../src/domain/config.ts';
import { dist, files, metas, page, pages, publicPages, read, site, titles } from './pages.ts';

const xml = new XMLParser({ parseTagValue: false });

interface Entry {
  loc: string;
  lastmod?: string;
}

function sitemap(): Entry[] {
  const { sitemapindex } = xml.parse(read('/sitemap-index.xml')) as {
    sitemapindex: { sitemap: Entry | Entry[] };
  };
  return [sitemapindex.sitemap].flat().flatMap(({ loc }) => {
    expect(loc.startsWith(site.href)).toBe(true);
    const { urlset } = xml.parse(read(new URL(loc).pathname)) as { urlset: { url: Entry | Entry[] } };
    return [urlset.url].flat();
  });
}

const privatePaths = [
  '/404',
  '/cart',
  '/confirm-email',
  '/login',
  '/orders',
  '/place-order',
  '/profile',
  '/reset-password',
  '/verify',
  '/wishlist',
];

test('the sitemap lists every public page, and no other', () => {
  expect(sitemap().map(({ loc }) => loc)).toEqual(
    publicPages.map(({ path }) => new URL(path, site).href).sort(),
  );
  const listed = publicPages.map(({ path }) => path);
  expect(listed.filter((path) => privatePaths.includes(path))).toEqual([]);
  expect(listed).toEqual(
    expect.arrayContaining(['/', '/collection', '/about', '/delivery', '/terms-conditions']),
  );
  expect(listed).toEqual(expect.arrayContaining(catalogue.map(({ id }) => `/product/${id}`)));
});

test('private pages are kept out of search engines', () => {
  for (const path of privatePaths) expect(page(path).isPublic, path).toBe(false);
});

test('the sitemap says when a text last changed, and the text says the same', () => {
  const changed = sitemap().filter(({ lastmod }) => lastmod !== undefined);
  expect(changed.length).toBeGreaterThan(5);
  for (const { loc, lastmod = '' } of changed) {
    expect(page(new URL(loc).pathname).html).toContain(`datetime="${lastmod.slice(0, 10)}"`);
  }
});

test('robots.txt lets crawlers read all but the API and the editor, and names the sitemap', () => {
  const lines = read('/robots.txt').trim().split('\n').filter(Boolean);
  expect(lines).toEqual([
    'User-agent: *',
    'Disallow: /api/',
    'Disallow: /admin',
    `Sitemap: ${new URL('/sitemap-index.xml', site)}`,
  ]);
  for (const { path } of publicPages) expect(path).not.toMatch(/^\/(?:api\/|admin)/);
});

test('the manifest names the shop, and its icons have their declared sizes', async () => {
  const manifest = JSON.parse(read('/site.webmanifest'));
  expect(manifest).toMatchObject({ short_name: brand.name, start_url: '/', display: 'minimal-ui' });
  for (const { src, sizes, type } of manifest.icons as { src: string; sizes: string; type: string }[]) {
    if (sizes === 'any') continue;
    const { width, height, format } = await sharp(join(dist, src)).metadata();
    expect([`${width}x${height}`, `image/${format}`], src).toEqual([sizes, type]);
  }
  expect(await sharp(join(dist, 'apple-touch-icon.png')).metadata()).toMatchObject({
    width: 180,
    height: 180,
  });
  for (const { path, html } of pages) {
    // Without credentials, a browser opens another connection for it.
    expect(html, path).toContain(
      '<link rel="manifest" href="/site.webmanifest" crossorigin="use-credentials">',
    );
  }
});

test('a link to any public page has its title, its text and a card', async () => {
  const cards = new Map<string, string>();
  for (const { path, html } of publicPages) {
    const one = (name: string) => {
      const said = metas(html, name);
      expect(said, `${path}: ${name}`).toHaveLength(1);
      return said[0] ?? '';
    };
    expect(titles(html)[0], path).toContain(one('og:title'));
    expect(one('og:description')).toBe(one('description'));
    expect(one('og:url')).toBe(new URL(path, site).href);
    expect([one('og:site_name'), one('og:type'), one('og:locale')]).toEqual([brand.name, 'website', 'en_IN']);
    expect(one('twitter:card')).toBe('summary_large_image');
    const card = new URL(one('og:image'));
    expect(card.origin).toBe(site.origin);
    expect([one('og:image:width'), one('og:image:height')]).toEqual(['1200', '630']);
    cards.set(path, card.pathname);
  }
  for (const card of new Set(cards.values())) {
    const { width, height, format, size = 0 } = await sharp(await fileOf(card)).metadata();
    expect([width, height, format], card).toEqual([1200, 630, 'jpeg']);
    // The format that messengers still accept for a preview.
    expect(size, card).toBeLessThan(300_000);
  }
  for (const { id } of catalogue) expect(cards.get(`/product/${id}`)).toBe(`/cards/product/${id}.jpg`);
  expect(cards.get('/')).toBe('/cards/shop.jpg');
});

test('no two cards are the same picture', async () => {
  const cards = [...files].filter((file) => file.startsWith('/cards/'));
  const pictures = await Promise.all(cards.map(async (card) => (await fileOf(card)).toString('base64')));
  expect(new Set(pictures).size).toBe(cards.length);
});

test('a private page has no card', () => {
  for (const { path, html, isPublic } of pages) {
    if (!isPublic) expect([path, ...metas(html, 'og:image')]).toEqual([path]);
  }
});

function fileOf(card: string): Promise<Buffer> {
  return readFile(join(dist, card));
}
