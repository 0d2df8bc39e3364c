import type { Page } from 'playwright/test';

/** The addresses and texts in all caches of a page's origin. */
export function cachedOn(page: Page): Promise<{ addresses: string[]; texts: string }> {
  return page.evaluate(async () => {
    const caught = await Promise.all(
      (await caches.keys()).map(async (name) => {
        const cache = await caches.open(name);
        return Promise.all(
          (await cache.keys()).map(async (request) => {
            const response = await cache.match(request, { ignoreVary: true });
            const isText = !response?.headers.get('content-type')?.startsWith('image/');
            return [request.url, isText ? ((await response?.text()) ?? '') : ''] as const;
          }),
        );
      }),
    );
    const all = caught.flat();
    return { addresses: all.map(([url]) => url), texts: all.map(([, text]) => text).join('\n') };
  });
}
