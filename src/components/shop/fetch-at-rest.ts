import { documentOf } from '../../client/trusted-texts.ts';

/**
 * Fetches what islands of other pages need, into the browser's cache and no further, once nobody has touched the page and
 * nothing has come over the network for a while. Not at all for who saves data.
 */
const REST_MS = 4_000;

let isBegun = false;

/**
 * @param page whose island comes next
 * @param further addresses of pages whose islands come after that
 */
export function fetchAtRest(page: Document, further: readonly string[]): void {
  if (isBegun || document.documentElement.dataset['sparing'] !== undefined) return;
  isBegun = true;
  whenAtRest(async () => {
    fetchIslands(page);
    for (const address of further) {
      const response = await fetch(address);
      if (response.ok) fetchIslands(documentOf(await response.text()));
    }
  });
}

function whenAtRest(then: () => Promise<void>): void {
  let rest: ReturnType<typeof setTimeout>;
  const signs = ['pointerdown', 'keydown', 'scroll'] as const;
  const watcher = new PerformanceObserver(() => wait());
  const wait = () => {
    clearTimeout(rest);
    rest = setTimeout(() => {
      for (const sign of signs) removeEventListener(sign, wait, true);
      watcher.disconnect();
      then().catch(() => undefined);
    }, REST_MS);
  };
  for (const sign of signs) addEventListener(sign, wait, { capture: true, passive: true });
  watcher.observe({ type: 'resource' });
  wait();
}

/** Named by the page without being fetched (scripts/build/preload-modules). */
function fetchIslands(page: Document): void {
  for (const { href } of page.querySelectorAll<HTMLLinkElement>('link[data-island]')) {
    if (document.querySelector(`link[href="${href}"]`)) continue;
    const link = document.createElement('link');
    link.rel = 'prefetch';
    link.href = href;
    document.head.append(link);
  }
}
