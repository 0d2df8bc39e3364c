import { createHash } from 'node:crypto';
import { init, parse } from 'es-module-lexer';
import { expect, test } from 'vitest';
import { files, type Page, pages, read, sourcesOf, tags } from './pages.ts';

/** What src/integrations adds to the head of each page, in the built pages. */
await init;

const code = new Map(
  [...files].filter((file) => /^\/_astro\/.*\.js$/.test(file)).map((file) => [file, read(file)]),
);

const importsOf = (file: string, kind: 'static' | 'dynamic'): string[] =>
  parse(code.get(file) ?? '')[0].flatMap(({ n, d }) =>
    n && (kind === 'static' ? d === -1 : d >= 0) ? [new URL(n, `file://${file}`).pathname] : [],
  );

/** The modules and everything that they import statically. */
function withImports(modules: readonly string[]): string[] {
  const reached = new Set(modules);
  // A `for` loop over a set also visits entries that are added meanwhile.
  for (const file of reached) for (const next of importsOf(file, 'static')) reached.add(next);
  return [...reached].sort();
}

const headOf = ({ html }: Page) => html.slice(0, html.indexOf('</head>'));
/** Modules are in the head, or before the main part. */
const startOf = ({ html }: Page) => html.slice(0, html.indexOf('<main'));
const links = (page: Page, is: (link: Record<string, string>) => boolean) =>
  tags(startOf(page), 'link').flatMap((link) => (is(link) && link['href']) || []);
const fetched = (page: Page) => links(page, ({ rel }) => rel === 'modulepreload').sort();

test.each(pages)('$path names every module of its scripts and of its islands, each once', (page) => {
  const scripts = tags(page.html, 'script').flatMap(({ src, type }) => (type === 'module' && src) || []);
  expect(fetched(page)).toEqual(withImports(scripts));
  const islands = tags(page.html, 'astro-island').flatMap((island) =>
    ['component-url', 'renderer-url'].flatMap((name) => island[name] ?? []),
  );
  const named = links(page, (link) => link['data-island'] !== undefined);
  expect(named.sort()).toEqual(withImports(islands).filter((file) => !fetched(page).includes(file)));
});

test('no script only imports another one', () => {
  const used = new Set(pages.flatMap(fetched));
  expect([...used].filter((file) => /^import\s*"[^"]*";?\s*$/.test(code.get(file) ?? ''))).toEqual([]);
});

test('a dynamic import names the modules behind it, without a table at the start of the file', () => {
  const tables = [...code].filter(([, text]) => text.includes('__vite__mapDeps')).map(([file]) => file);
  expect(tables).toEqual([]);
  const shell = [...code.keys()].filter((file) => importsOf(file, 'dynamic').length > 0);
  expect(shell.length).toBeGreaterThan(5);
});

test.each(pages)('the head of $path has its policy and opening picture before its styles', (page) => {
  const head = headOf(page);
  const places = [
    head.indexOf('charset='),
    head.toLowerCase().indexOf('content-security-policy'),
    head.indexOf('rel="preload" as="image"'),
    head.indexOf('<style'),
    head.search(/<meta (?:property|name)="(?:og|twitter|article):/),
  ].filter((place) => place >= 0);
  expect(places.length).toBeGreaterThanOrEqual(3);
  expect(places).toEqual([...places].sort((a, b) => a - b));
});

test('a first picture with high priority is preloaded, unless it has crops per window', () => {
  const opening = pages.map((page) => ({
    picture: tags(page.document, 'img').find(({ fetchpriority }) => fetchpriority === 'high')?.['srcset'],
    preloaded: tags(headOf(page), 'link').find(({ as }) => as === 'image')?.['imagesrcset'],
  }));
  const named = opening.filter(({ preloaded }) => preloaded !== undefined);
  expect(named.length).toBeGreaterThan(50);
  for (const { picture, preloaded } of named) expect(preloaded).toBe(picture);
});

test.each(pages)(
  'the policy of $path allows its own inline styles and scripts by hash, and no others',
  ({ html }) => {
    const allowed = (directive: string) => {
      const sources = sourcesOf(html, directive);
      return sources.includes("'unsafe-inline'") ? null : (sources.match(/'sha256-[^']+'/g) ?? []).sort();
    };
    const hashes = (texts: RegExp) =>
      [...new Set([...html.matchAll(texts)].map(([, text = '']) => text))]
        .map((text) => `'sha256-${createHash('sha256').update(text).digest('base64')}'`)
        .sort();
    const scripts = /<script(?![^>]*(?:\ssrc=|type="[^"]*json"))[^>]*>([\s\S]*?)<\/script>/g;
    expect(allowed('script-src')).toEqual(hashes(scripts));
    const styles = allowed('style-src');
    if (styles) expect(styles).toEqual(hashes(/<style[^>]*>([\s\S]*?)<\/style>/g));
  },
);
