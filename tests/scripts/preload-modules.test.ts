import { expect, test } from 'vitest';
import { withoutStandIns, withPreloads } from '../../scripts/build/preload-modules.ts';

const imports = new Map([
  ['/_astro/page.js', ['/_astro/shared.js']],
  ['/_astro/shared.js', ['/_astro/deep.js', '/_astro/page.js']],
  ['/_astro/deep.js', []],
  ['/_astro/Island.js', ['/_astro/react.js']],
]);
const preloaded = (html: string) =>
  [...html.matchAll(/modulepreload" href="([^"]+)"/g)].map(([, address]) => address);

test('a page names its script and every module behind it, each once', () => {
  const html = '<head></head><body><script type="module" src="/_astro/page.js"></script></body>';
  expect(preloaded(withPreloads(html, imports))).toEqual([
    '/_astro/page.js',
    '/_astro/shared.js',
    '/_astro/deep.js',
  ]);
});

test('the modules of an island are named in the page and not fetched', () => {
  const html =
    '<head></head><script type="module" src="/_astro/deep.js"></script><astro-island component-url="/_astro/Island.js" renderer-url="/_astro/page.js" client="after-load">';
  const page = withPreloads(html, imports);
  expect(preloaded(page)).toEqual(['/_astro/deep.js']);
  expect([...page.matchAll(/<link data-island href="([^"]+)"/g)].map(([, address]) => address)).toEqual([
    '/_astro/Island.js',
    '/_astro/page.js',
    '/_astro/react.js',
    '/_astro/shared.js',
  ]);
});

test('a page without scripts stays as it is', () => {
  expect(withPreloads('<head></head>', imports)).toBe('<head></head>');
});

test('a script that only imports a module gives way to that module', () => {
  const html = (name: string) => `<script type="module" src="/_astro/${name}.js"></script>`;
  const standIns = new Map([['/_astro/entry.js', '/_astro/shared.js']]);
  expect(withoutStandIns(html('entry') + html('page'), standIns)).toBe(html('shared') + html('page'));
});
