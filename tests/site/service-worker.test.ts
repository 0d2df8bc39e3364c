import { brotliCompressSync } from 'node:zlib';
import { expect, test } from 'vitest';
import { readRules } from '../../local/site/netlify-rules.ts';
import { offlinePath, workerPath } from '../../src/contract/offline.ts';
import { filesOf } from '../../src/offline/html.ts';
import { files, page, pages, publicPages, read, sourcesOf } from './pages.ts';

const worker = read(workerPath);

test('the worker is one small classic file that browsers always revalidate', () => {
  expect(worker).not.toMatch(/^\s*(?:import|export)\b|\bimport\(|importScripts/m);
  expect(brotliCompressSync(worker).length).toBeLessThan(11_000);
  expect(readRules('netlify.toml').headersFor(workerPath)).toMatchObject({
    'Cache-Control': 'public, max-age=0, must-revalidate',
  });
});

test('the worker names every hashed file of the site, and no path of the build machine', () => {
  const hashed = [...files].filter((file) => file.startsWith('/_astro/') && /\.(?:js|css|woff2)$/.test(file));
  expect(hashed.length).toBeGreaterThan(30);
  for (const file of hashed) expect(worker).toContain(file);
  expect(worker).not.toMatch(/localhost|node_modules|\/work\/|sourceMappingURL/);
});

test('the scripts of a cached page are cached with the worker', () => {
  const lists = [...worker.matchAll(/\[("\/_astro\/[^\]]*)\]/g)].map(([, list = '']) => list);
  const atRest = lists.sort((a, b) => a.length - b.length)[0] ?? '';
  const names = [
    'idle',
    'interaction',
    'open-product',
    'draw-wishlist',
    'page',
    'known-products',
    'cached-pages',
    'logged-in',
  ];
  for (const name of names) expect(atRest).toMatch(new RegExp(`/_astro/${name}\\.`));
  // Nothing of React, which only pages of islands load.
  const kept = atRest.match(/\/_astro\/[^"]+/g) ?? [];
  expect(kept.filter((file) => /react\.(?:transitional\.)?element/.test(read(file)))).toEqual([]);
  expect(kept.length).toBeLessThan(25);
});

test('every file that a cached page needs is in the site', () => {
  for (const { path, html } of pages) {
    expect([path, filesOf(html).filter((file) => !files.has(file))]).toEqual([path, []]);
    expect(filesOf(html).length, path).toBeGreaterThan(3);
  }
});

test('every page has the element of the offline line', () => {
  for (const { path, document } of pages) {
    expect(document.match(/<main id="main"[^>]*>/g), path).toHaveLength(1);
  }
});

test('the offline page is not public', () => {
  expect(page(offlinePath).isPublic).toBe(false);
  expect(publicPages.map(({ path }) => path)).not.toContain(offlinePath);
});

test('the policy of every page allows only the shop’s own worker', () => {
  for (const { path, html } of pages) {
    expect(sourcesOf(html, 'worker-src'), path).toBe("'self'");
  }
});
