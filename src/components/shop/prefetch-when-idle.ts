import { whenIdle } from '../../client/on-interaction.ts';
import { documentOf } from '../../client/trusted-texts.ts';

/**
 * Prefetches what islands of other pages need into the browser's cache, once the page and the network have been idle
 * for a while. A touch ends the download under way, because a line's bytes belong to what was tapped; it starts again
 * at the next rest. Off if the shopper saves data.
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
  // A failure is a network error: the page fetches it when it is opened.
  prefetch(page, further).catch(() => undefined);
}

async function prefetch(page: Document, further: readonly string[]): Promise<void> {
  await fetchIslands(page);
  for (const address of further) await fetchIslands(documentOf(await atRest(address)));
}

/** One by one. The page names them without fetching them (src/integrations/page-modules). */
async function fetchIslands(page: Document): Promise<void> {
  for (const { href } of page.querySelectorAll<HTMLLinkElement>('link[data-island]')) {
    const isHere = document.querySelector(`link[href="${href}"],link[href="${new URL(href).pathname}"]`);
    if (!isHere) await atRest(href);
  }
}

/** Whether the shopper has done nothing since the page was last at rest. */
let isAtRest = false;

async function atRest(address: string): Promise<string> {
  for (;;) {
    if (!isAtRest) await new Promise<void>(whenQuiet);
    isAtRest = true;
    const download = new AbortController();
    const onTouch = () => {
      isAtRest = false;
      download.abort();
    };
    addEventListener('pointerdown', onTouch, { capture: true, once: true });
    try {
      const response = await fetch(address, { priority: 'low', signal: download.signal });
      return response.ok ? await response.text() : '';
    } catch (error) {
      if (!download.signal.aborted) throw error;
    } finally {
      removeEventListener('pointerdown', onTouch, true);
    }
  }
}

function whenQuiet(then: () => void): void {
  whenIdle(() => {
    const ends = performance
      .getEntriesByType('resource')
      .map(({ startTime, duration }) => startTime + duration);
    if (Math.max(0, ...ends) > performance.now() - REST_MS) whenQuiet(then);
    else then();
  }, REST_MS);
}
