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

/** A page of a build in a browser, and the present page at its URL. */
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

test('a page whose build is gone is reloaded, once per new build', async () => {
  open(page('shell.old', 'product.old'), new Response(page('shell.new', 'product.new')));
  await moveToNewBuild();
  expect(reloads).toBe(1);
  expect(new Set(forgotten)).toEqual(new Set(['/about']));
  // A cache that is behind the shop returns the old page again.
  await moveToNewBuild();
  expect(reloads).toBe(1);
  open(page('shell.old'), new Response(page('shell.newer')));
  await moveToNewBuild();
  expect(reloads).toBe(2);
});

test('a removed page is reloaded as well: its URL has a message', async () => {
  open(page('shell.old', 'product.old'), new Response(page('shell.new'), { status: 404 }));
  await moveToNewBuild();
  expect(reloads).toBe(1);
});

test.each([
  ['the build is the same', new Response(page('shell.old'))],
  ['there is no network', new TypeError('fetch failed')],
  ['the shop fails', new Response(page('shell.new'), { status: 503 })],
  ['another server answers', new Response('Log in to this network')],
])('nothing is reloaded if %s', async (_, there) => {
  open(page('shell.old'), there);
  await moveToNewBuild();
  expect(reloads).toBe(0);
});

test('without session storage nothing is reloaded, because nothing would stop a loop', async () => {
  vi.stubGlobal('sessionStorage', undefined);
  open(page('shell.old'), new Response(page('shell.new')));
  await moveToNewBuild();
  expect(reloads).toBe(0);
});

test('a page is reloaded also without a cache', async () => {
  vi.stubGlobal('caches', undefined);
  open(page('shell.old'), new Response(page('shell.new')));
  await moveToNewBuild();
  expect(reloads).toBe(1);
});
