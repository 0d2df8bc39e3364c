import { readdirSync } from 'node:fs';
import { expect, test } from 'vitest';
import { addressProblem } from '../../src/contract/page-slugs.ts';
import { canonicalPath } from '../../src/seo/addresses.ts';
import { files, metas, type Page, pages, publicPages, read, site, tags } from './pages.ts';

/** Addresses that the site answers beside its files: the API, and the other spelling of /login. */
const elsewhere = /^\/(?:api\/|Login$|admin(?:\/|$))/;

const byPath = new Map(pages.map((page) => [page.path, page]));

/** Every URL that a page links to or loads, as written. */
function addressesIn({ document: html }: Page): string[] {
  const named = [...html.matchAll(/\s(?:href|src|action|poster|component-url|renderer-url)="([^"]+)"/g)];
  const sets = [...html.matchAll(/\s(?:srcset|imagesrcset)="([^"]+)"/g)].flatMap(([, set = '']) =>
    set.split(', ').map((candidate) => candidate.split(' ')[0] ?? ''),
  );
  const cards = [...metas(html, 'og:image'), ...metas(html, 'og:url')];
  return [...new Set([...named.map(([, address = '']) => address), ...sets, ...cards])].map((address) =>
    address.replaceAll('&amp;', '&').replaceAll('&#38;', '&'),
  );
}

/** The problem of a URL in a page, if there is one. */
function problem(address: string, from: Page): string | undefined {
  if (/^(?:mailto|tel|data):/.test(address)) return undefined;
  const url = new URL(address, new URL(from.path, site));
  if (url.origin !== site.origin)
    return /^https:$/.test(url.protocol) ? undefined : 'leaves the shop without encryption';
  if (url.pathname === '/.netlify/images') {
    const master = url.searchParams.get('url') ?? '';
    return files.has(master) ? undefined : `has no master ${master}`;
  }
  if (elsewhere.test(url.pathname)) return undefined;
  if (files.has(url.pathname) && !url.pathname.endsWith('.html')) return undefined;
  const target = byPath.get(url.pathname);
  if (!target)
    return canonicalPath(url.pathname) === url.pathname ? 'leads nowhere' : 'is not the address of a page';
  const fragment = decodeURIComponent(url.hash.slice(1));
  if (fragment === '' || target.html.includes(` id="${fragment}"`)) return undefined;
  return `names the place ${fragment}, which is not there`;
}

test('every URL that a page links to or loads exists', () => {
  const dead = pages.flatMap((page) =>
    addressesIn(page).flatMap((address) => {
      const wrong = problem(address, page);
      return wrong === undefined ? [] : [`${page.path}: ${address} ${wrong}`];
    }),
  );
  expect(dead).toEqual([]);
  expect(pages.flatMap(addressesIn).length).toBeGreaterThan(1_000);
});

test('a page that marketers add cannot take an address that the site uses', () => {
  const first = [...files].map((file) => file.split('/')[1] ?? '');
  const names = first.map((name) => name.replace(/\.html$/, '')).filter((name) => /^[a-z0-9-]+$/.test(name));
  const texts = new Set(['pages', 'policies'].flatMap((folder) => readdirSync(`src/content/${folder}`)));
  const free = names.filter((name) => !texts.has(`${name}.md`) && addressProblem(name) === undefined);
  expect([...new Set(free)]).toEqual([]);
  expect(names.length).toBeGreaterThan(30);
});

test('every public page can be reached by links from the home page', () => {
  const reached = new Set<string>(['/']);
  for (const path of reached) {
    const page = byPath.get(path);
    for (const { href = '' } of page ? tags(page.html, 'a') : []) {
      const url = new URL(href, new URL(path, site));
      if (url.origin === site.origin && byPath.has(url.pathname)) reached.add(url.pathname);
    }
  }
  expect(publicPages.map(({ path }) => path).filter((path) => !reached.has(path))).toEqual([]);
});

test('every file that a style sheet or the manifest names exists', () => {
  const fonts = pages.flatMap(({ html }) =>
    [...html.matchAll(/url\("?(\/[^")]+)"?\)/g)].map(([, address]) => address),
  );
  const { icons } = JSON.parse(read('/site.webmanifest')) as { icons: { src: string }[] };
  const named = [...new Set([...fonts, ...icons.map(({ src }) => src)])];
  expect(named.filter((address) => !files.has(address ?? ''))).toEqual([]);
  expect(named.length).toBeGreaterThan(icons.length);
});
