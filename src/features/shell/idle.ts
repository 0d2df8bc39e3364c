import { whenIdle } from '../../client/on-interaction.ts';
import { storageKeys } from '../../domain/config-every-page.ts';

/**
 * What comes when a shopper rests, one after the other: nothing that is asked for waits for it. Who pays for every byte
 * (`data-sparing`, layouts/before-paint.js) gets the worker alone.
 */
const root = document.documentElement;
const isSparing = root.dataset['sparing'] !== undefined;

const [page] = performance.getEntriesByType('navigation') as PerformanceNavigationTiming[];
const SLOW_MS = 300;
// On a slow line, what nobody has asked for stands in the way of what somebody is about to ask for.
const isSlow = page !== undefined && page.responseStart - page.requestStart > SLOW_MS;
if (isSlow) whenIdle(() => void begin(), 4_000);
else void begin();

async function begin(): Promise<void> {
  const tasks = [keepPages, ...(isSparing ? [] : [moveCards, fetchTextFont])];
  for (const task of tasks) {
    // A failure is the network's; the next page tries again.
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

/** The pages that follow are set in it; this one stays as it is, so that no line moves. */
async function fetchTextFont(): Promise<void> {
  if (localStorage.getItem(storageKeys.textFont)) return;
  const [family = ''] = getComputedStyle(root).getPropertyValue('--font-anek-text').split(',');
  const faces = await document.fonts.load(`1em ${family}`);
  if (faces.length > 0) localStorage.setItem(storageKeys.textFont, '1');
}
