import { beforeEach, expect, test, vi } from 'vitest';

const REST_MS = 4_000;
let listeners: Map<string, Set<() => void>>;
/** Downloads in their sequence. */
let downloads: { path: string; isAborted: () => boolean; finish: () => void }[];

const asked = () => downloads.map(({ path }) => path);
const touch = () => {
  for (const listen of listeners.get('pointerdown') ?? []) listen();
};
const rest = () => vi.advanceTimersByTimeAsync(REST_MS + 100);
const finish = async () => {
  downloads.at(-1)?.finish();
  await vi.advanceTimersByTimeAsync(0);
};

beforeEach(async () => {
  vi.resetModules();
  vi.useFakeTimers();
  listeners = new Map();
  downloads = [];
  vi.stubGlobal('addEventListener', (name: string, listen: () => void) => {
    listeners.set(name, (listeners.get(name) ?? new Set()).add(listen));
  });
  vi.stubGlobal('removeEventListener', (name: string, listen: () => void) => {
    listeners.get(name)?.delete(listen);
  });
  vi.stubGlobal('performance', { getEntriesByType: () => [], now: () => Date.now() });
  vi.stubGlobal('document', { documentElement: { dataset: {} }, querySelector: () => null });
  vi.stubGlobal('fetch', (address: string, { signal }: { signal: AbortSignal }) => {
    const { promise, resolve, reject } = Promise.withResolvers<Response>();
    signal.addEventListener('abort', () => reject(signal.reason as Error));
    downloads.push({
      path: new URL(address).pathname,
      isAborted: () => signal.aborted,
      finish: () => resolve(new Response('')),
    });
    return promise;
  });
  const { prefetchWhenIdle } = await import('../../src/components/shop/prefetch-when-idle.ts');
  const links = ['/react.js', '/cart.js', '/pay.js'].map((path) => ({
    href: `https://taana.example${path}`,
  }));
  prefetchWhenIdle({ querySelectorAll: () => links } as unknown as Document, []);
  return () => vi.useRealTimers();
});

test('modules of the next pages are asked for at rest, one after the other', async () => {
  expect(asked()).toEqual([]);
  await rest();
  expect(asked()).toEqual(['/react.js']);
  await finish();
  expect(asked()).toEqual(['/react.js', '/cart.js']);
  await finish();
  await finish();
  expect(asked()).toEqual(['/react.js', '/cart.js', '/pay.js']);
});

test('a finger ends the download under way, and the next rest goes on with it', async () => {
  await rest();
  await finish();
  touch();
  expect(downloads.at(-1)?.isAborted()).toBe(true);
  await vi.advanceTimersByTimeAsync(REST_MS / 2);
  expect(asked()).toEqual(['/react.js', '/cart.js']);
  await rest();
  expect(asked()).toEqual(['/react.js', '/cart.js', '/cart.js']);
  await finish();
  expect(asked().at(-1)).toBe('/pay.js');
});
