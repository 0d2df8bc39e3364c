import { expect, test } from 'vitest';
import { deskPages, files, metas, type Page, pages, policyOf, read, tags, titles } from './pages.ts';

/** `npm test` builds a desk: local/site/site-build names its staff. */

/** Files of the build that a text names. */
const named = (text: string): string[] =>
  [...text.matchAll(/[\w./-]+\.(?:js|css)\b/g)].map(([name]) => name.split('/').at(-1) ?? '');

const code = new Map(
  [...files]
    .filter((file) => file.startsWith('/_astro/') && /\.(?:js|css)$/.test(file))
    .map((file) => [file.split('/').at(-1) ?? '', read(file)]),
);

/** Every file that opening these pages, and every module that they can import, could load. */
function reachedFrom(some: readonly Page[]): Set<string> {
  const reached = new Set(some.flatMap(({ html }) => named(html)));
  for (const name of reached) for (const next of named(code.get(name) ?? '')) reached.add(next);
  return reached;
}

test('the desk has a page for each screen that its navigation names, kept from search engines', () => {
  const paths = deskPages.map(({ path }) => path);
  expect(paths).toContain('/desk');
  for (const { html, isPublic } of deskPages) {
    expect(isPublic).toBe(false);
    expect(titles(html)).toEqual([expect.stringMatching(/\| Desk \|/)]);
    const links = tags(html, 'a').flatMap(({ href }) => (href?.startsWith('/') && href) || []);
    expect(links.filter((href) => !paths.includes(href))).toEqual([]);
  }
});

test('a screen of the desk runs only scripts of its own site, as the pages of the shop do', () => {
  for (const { html } of deskPages) {
    const policy = policyOf(html);
    expect(policy).toContain("default-src 'self'");
    expect(policy).toMatch(/script-src 'self'(?: 'sha256-[\w+/=]+')+;/);
    expect(metas(html, 'robots')).toEqual(['noindex']);
  }
});

test('no page of the shop links to the desk, names a file of it or can load one', () => {
  const own = reachedFrom(pages);
  const ofDesk = [...code]
    .filter(([, text]) => /\/api\/desk\/|\.desk-nav|desk-worker/.test(text))
    .map(([name]) => name);
  expect(ofDesk.length).toBeGreaterThan(1);
  expect(ofDesk.filter((name) => own.has(name))).toEqual([]);
  const linking = pages.filter(({ html }) => tags(html, 'a').some(({ href }) => href?.startsWith('/desk')));
  expect(linking.map(({ path }) => path)).toEqual([]);
});

test('no screen of the desk can load the shell of the shop, which counts visits and registers a service worker', () => {
  const shell = [...code].filter(([, text]) => text.includes('/service-worker.js')).map(([name]) => name);
  const first = tags(read('/index.html'), 'script').flatMap(({ src }) => (src ? named(src) : []));
  expect(shell.length).toBeGreaterThan(0);
  expect(first.length).toBeGreaterThan(0);
  const reached = reachedFrom(deskPages);
  expect([...shell, ...first].filter((name) => reached.has(name))).toEqual([]);
});

test('the service worker knows the files of the desk, to ignore them, and fetches none for shoppers', () => {
  const own = reachedFrom(pages);
  const alone = [...reachedFrom(deskPages)].filter((name) => code.has(name) && !own.has(name));
  expect(alone.length).toBeGreaterThan(1);
  // Files that it fetches are listed twice: among all files, and among those to fetch.
  const names = named(read('/service-worker.js'));
  expect(alone.filter((name) => names.filter((one) => one === name).length > 1)).toEqual([]);
});
