import { beforeEach, expect, test, vi } from 'vitest';

const fetched: string[] = [];

/** The page's code for its idle time, on a page whose first byte came after so long. @param sparing saves data */
async function openIdle(firstByteMs: number, sparing?: string) {
  fetched.length = 0;
  vi.resetModules();
  vi.doMock('../../src/offline/page.ts', () => {
    fetched.push('worker');
    return {};
  });
  vi.doMock('../../src/components/shop/card-motion.ts', () => ({ moveCards: () => fetched.push('motion') }));
  vi.useFakeTimers();
  vi.spyOn(performance, 'getEntriesByType').mockReturnValue([
    { requestStart: 100, responseStart: 100 + firstByteMs } as PerformanceNavigationTiming,
  ]);
  vi.stubGlobal('document', {
    documentElement: { dataset: sparing === undefined ? {} : { sparing } },
    querySelector: () => ({}),
    fonts: {
      load: async () => {
        fetched.push('font');
        return [{}];
      },
    },
  });
  vi.stubGlobal('getComputedStyle', () => ({ getPropertyValue: () => 'Anek' }));
  vi.stubGlobal('localStorage', { getItem: () => null, setItem: () => undefined });
  for (const name of ['addEventListener', 'removeEventListener']) vi.stubGlobal(name, () => undefined);
  await import('../../src/features/shell/idle.ts');
  await vi.advanceTimersByTimeAsync(3_900);
  await vi.dynamicImportSettled();
  const early = [...fetched];
  await vi.advanceTimersByTimeAsync(200);
  await vi.dynamicImportSettled();
  vi.useRealTimers();
  return { early, later: [...fetched] };
}

beforeEach(() => () => vi.useRealTimers());

test('on a fast line a page at rest fetches the worker, moving cards and the text font at once', async () => {
  expect(await openIdle(100)).toMatchObject({ early: ['worker', 'motion', 'font'] });
});

test.each([
  ['a late first byte', 301],
  ['a page that the service worker gave after it had waited 250 ms for the line', 250],
])('on a slow line, told by %s, it fetches the worker alone, after 4 s', async (_, firstByteMs) => {
  expect(await openIdle(firstByteMs)).toEqual({ early: [], later: ['worker'] });
});

test('who saves data gets the worker alone', async () => {
  expect(await openIdle(100, '')).toEqual({ early: ['worker'], later: ['worker'] });
});
