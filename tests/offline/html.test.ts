import { expect, test } from 'vitest';
import { filesOf, scriptsOf, titleOf, withLine } from '../../src/offline/html.ts';

const html = `<!doctype html><html><head><title>Salt &amp; Indigo&#39;s tee | Taana</title>
<style>@font-face{src:url("/_astro/fonts/0eed86dbaa12558f.woff2")format("woff2")}</style>
<link rel="stylesheet" href="/_astro/ShopLayout.D5h_K-g.css" media="print">
<link rel="modulepreload" href="/_astro/shop.8_5AoG3p.js"></head>
<body><main id="main" class="flex" tabindex="-1"><svg><use href="/icons/drawings.svg#tee"></use></svg>
<astro-island component-url="/_astro/CartView.Djqa288c.js" renderer-url="/_astro/client.D0AOrQpR.js"></astro-island>
<img src="/.netlify/images?url=%2Fproducts%2Ftaana-cap-1.webp&w=480"></main>
<script type="module" src="/_astro/ShopLayout.astro_astro_type_script_index_0_lang.C27l.js"></script>
<script type="module" src="/_astro/shop.8_5AoG3p.js"></script></body></html>`;

test('a page needs its fonts, styles, modules, islands and drawings, each once, and no picture', () => {
  expect(filesOf(html)).toEqual([
    '/_astro/fonts/0eed86dbaa12558f.woff2',
    '/_astro/ShopLayout.D5h_K-g.css',
    '/_astro/shop.8_5AoG3p.js',
    '/icons/drawings.svg',
    '/_astro/CartView.Djqa288c.js',
    '/_astro/client.D0AOrQpR.js',
    '/_astro/ShopLayout.astro_astro_type_script_index_0_lang.C27l.js',
  ]);
});

test('two builds of a page differ in the names of their scripts', () => {
  expect(scriptsOf(html)).toEqual([
    '/_astro/ShopLayout.astro_astro_type_script_index_0_lang.C27l.js',
    '/_astro/shop.8_5AoG3p.js',
  ]);
});

test('a title is read without entities', () => {
  expect(titleOf(html)).toBe("Salt & Indigo's tee | Taana");
  expect(titleOf('<html>')).toBe('');
});

test('the offline line is above the page’s content, with the hash that its styles need', () => {
  const line = { sentence: 'You are offline.', hash: 'abc', isHidden: false };
  const said = withLine(html, line);
  expect(said).toMatch(
    /<main id="main" class="flex" tabindex="-1"><div [^>]*role="status" data-kept="abc"><p [^>]*>You are offline\.<\/p><\/div><svg>/,
  );
  expect(said.replace(/<div class.*?<\/div>/, '')).toBe(html);
  expect(withLine(html, { ...line, isHidden: true })).toBe(said.replace('"abc"', '"abc" hidden'));
});
