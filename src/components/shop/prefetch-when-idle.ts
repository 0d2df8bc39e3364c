import { whenIdle } from '../../client/on-interaction.ts';
import { documentOf } from '../../client/trusted-texts.ts';

/**
 * Prefetches what islands of other pages need into the browser's cache, once the page and the network have been idle
 * for a while. Off if the shopper saves data.
 */
const REST_MS = 4_000;

let isBegun = false;

/**
 * @param page whose island comes next
 * @param further URLs of pages whose islands come after that
 */
export function prefetchWhenIdle(page: Document, further: readonly string[]): void {
  if (isBegun || document.documentElement.dataset['sparing'] !== undefined) return;
  isBegun = true;
  whenQuiet(async () => {
    fetchIslands(page);
    for (const address of further) {
      const response = await fetch(address);
      if (response.ok) fetchIslands(documentOf(await response.text()));
    }
  });
}

function whenQuiet(then: () => Promise<void>): void {
  whenIdle(() => {
    const ends = performance
      .getEntriesByType('resource')
      .map(({ startTime, duration }) => startTime + duration);
    if (Math.max(0, ...ends) > performance.now() - REST_MS) whenQuiet(then);
    // A failure is a network error: the page fetches it when it is opened.
    else then().catch(() => undefined);
  }, REST_MS);
}

/** The page names them without fetching them (src/integrations/page-modules). */
function fetchIslands(page: Document): void {
  for (const { href } of page.querySelectorAll<HTMLLinkElement>('link[data-island]')) {
    if (document.querySelector(`link[href="${href}"]`)) continue;
    const link = document.createElement('link');
    link.rel = 'prefetch';
    link.href = href;
    document.head.append(link);
  }
}
