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

test('an island that loads with its page is fetched with it, one that waits for the shopper is not', () => {
  const island = (client: string) =>
    `<head></head><astro-island component-url="/_astro/Island.js" renderer-url="/_astro/client.js" client="${client}">`;
  expect(preloaded(withPreloads(island('load'), imports))).toEqual([
    '/_astro/Island.js',
    '/_astro/client.js',
    '/_astro/react.js',
  ]);
  expect(preloaded(withPreloads(island('interaction'), imports))).toEqual([]);
});

test('a page without scripts stays as it is', () => {
  expect(withPreloads('<head></head>', imports)).toBe('<head></head>');
});

test('a script that only imports a module gives way to that module', () => {
  const html = (name: string) => `<script type="module" src="/_astro/${name}.js"></script>`;
  const standIns = new Map([['/_astro/entry.js', '/_astro/shared.js']]);
  expect(withoutStandIns(html('entry') + html('page'), standIns)).toBe(html('shared') + html('page'));
});
