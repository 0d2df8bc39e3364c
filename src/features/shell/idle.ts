import { whenIdle } from '../../client/on-interaction.ts';
import { storageKeys } from '../../domain/config.ts';

/**
 * Longest wait for a page's first byte on a fast line, in ms. Less than the 250 ms after which the service worker shows
 * a cached page (offline/worker), so a line on which it does that counts as slow.
 */
const FAST_MS = 240;

/**
 * Low-priority tasks, run one after the other when the page is idle. If the shopper saves data (`data-sparing` of
 * layouts/before-paint.js) or the line is slow, only the service worker runs: moving cards and the text font are 50 kB,
 * which would delay the next tap by a second on a slow line.
 */
const root = document.documentElement;
const isSlow = isLineSlow();
const isSparing = root.dataset['sparing'] !== undefined || isSlow;

if (isSlow) whenIdle(() => void begin(), 4_000);
else void begin();

/** Whether this page came over a slow line. If so, prefetches would delay what the next tap needs. */
function isLineSlow(): boolean {
  const [page] = performance.getEntriesByType('navigation') as PerformanceNavigationTiming[];
  return page !== undefined && page.responseStart - page.requestStart > FAST_MS;
}

async function begin(): Promise<void> {
  const tasks = [keepPages, ...(isSparing ? [] : [moveCards, fetchTextFont])];
  for (const task of tasks) {
    // A failure is a network error; the next page tries again.
    await task().catch(() => undefined);
  }
}

async function keepPages(): Promise<void> {
  await import('../../offline/page.ts');
}

async function moveCards(): Promise<void> {
  if (!document.querySelector('[data-more-pictures]')) return;
  const motion = await import('../../components/shop/card-motion.ts');
  motion.moveCards(document);
}

/** The following pages use this font; this one keeps its own, so that no line moves. */
async function fetchTextFont(): Promise<void> {
  if (localStorage.getItem(storageKeys.textFont)) return;
  const [family = ''] = getComputedStyle(root).getPropertyValue('--font-anek-text').split(',');
  const faces = await document.fonts.load(`1em ${family}`);
  if (faces.length > 0) localStorage.setItem(storageKeys.textFont, '1');
}
