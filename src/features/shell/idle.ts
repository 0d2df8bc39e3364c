import { whenIdle } from '../../client/on-interaction.ts';
import { storageKeys } from '../../domain/config.ts';

/**
 * Low-priority tasks, run one after the other when the page is idle. With `data-sparing` (layouts/before-paint.js),
 * which means that the shopper saves data, only the service worker runs.
 */
const root = document.documentElement;
const isSparing = root.dataset['sparing'] !== undefined;

const [page] = performance.getEntriesByType('navigation') as PerformanceNavigationTiming[];
const SLOW_MS = 300;
// On a slow connection, prefetching would delay what the shopper asks for next.
const isSlow = page !== undefined && page.responseStart - page.requestStart > SLOW_MS;
if (isSlow) whenIdle(() => void begin(), 4_000);
else void begin();

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
