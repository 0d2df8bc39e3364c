import { beforeEach, expect, test, vi } from 'vitest';
import { moveToNewBuild } from '../../src/offline/new-build.ts';

const page = (...scripts: string[]) =>
  scripts.map((name) => `<script type="module" src="/_astro/${name}.js"></script>`).join('');

let tab: Map<string, string>;
let reloads: number;
let forgotten: string[];

const reload = () => {
  reloads += 1;
};

/** A page of a build in a browser, and what the shop has at its address now. */
function open(here: string, there: Response | Error): void {
  vi.stubGlobal('document', { documentElement: { outerHTML: here }, querySelectorAll: () => [] });
  vi.stubGlobal('location', { href: 'https://shop.example/about?x=1', reload });
  vi.stubGlobal('fetch', () =>
    there instanceof Error ? Promise.reject(there) : Promise.resolve(there.clone()),
  );
}

beforeEach(() => {
  tab = new Map();
  reloads = 0;
  forgotten = [];
  vi.stubGlobal('caches', { open: async () => ({ delete: (page: string) => forgotten.push(page) }) });
  vi.stubGlobal('sessionStorage', {
    getItem: (key: string) => tab.get(key) ?? null,
    setItem: (key: string, value: string) => tab.set(key, value),
    removeItem: (key: string) => tab.delete(key),
  });
});

test('a page whose build is gone is loaded again, once for the same new build', async () => {
  open(page('shell.old', 'product.old'), new Response(page('shell.new', 'product.new')));
  await moveToNewBuild();
  expect(reloads).toBe(1);
  expect(new Set(forgotten)).toEqual(new Set(['/about']));
  // Loaded from somewhere that is behind the shop, it is the old one again.
  await moveToNewBuild();
  expect(reloads).toBe(1);
  open(page('shell.old'), new Response(page('shell.newer')));
  await moveToNewBuild();
  expect(reloads).toBe(2);
});

test('a page that has left the shop is loaded again as well: its address says so', async () => {
  open(page('shell.old', 'product.old'), new Response(page('shell.new'), { status: 404 }));
  await moveToNewBuild();
  expect(reloads).toBe(1);
});

test.each([
  ['the build is the same', new Response(page('shell.old'))],
  ['there is no network', new TypeError('fetch failed')],
  ['the shop is not well', new Response(page('shell.new'), { status: 503 })],
  ['what answers is not the shop', new Response('Log in to this network')],
])('nothing is loaded again if %s', async (_, there) => {
  open(page('shell.old'), there);
  await moveToNewBuild();
  expect(reloads).toBe(0);
});

test('without tab storage nothing is loaded again, because nothing would stop a loop', async () => {
  vi.stubGlobal('sessionStorage', undefined);
  open(page('shell.old'), new Response(page('shell.new')));
  await moveToNewBuild();
  expect(reloads).toBe(0);
});

test('a page is loaded again also without a cache', async () => {
  vi.stubGlobal('caches', undefined);
  open(page('shell.old'), new Response(page('shell.new')));
  await moveToNewBuild();
  expect(reloads).toBe(1);
});
