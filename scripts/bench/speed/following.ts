/** From a card of the collection to its product page, and back again. */
import { setTimeout as wait } from 'node:timers/promises';
import type { Visitor } from './browser.ts';
import { tap } from './finger.ts';
import type { Requests } from './requests.ts';
import { addressOf, type SideName } from './stage.ts';

export interface Following {
  /** From the finger's leaving to the product page's first paint and largest thing. */
  fcpMs: number;
  lcpMs: number;
  /** The page had been made ahead. */
  isPrerendered: boolean;
}

/** A card in view that is not under the bar: the third of the listing. */
const CARD: Record<SideName, string> = {
  shop: '[data-grid] li:nth-child(3) .card-link',
  floor: '.g li:nth-child(3) a',
};

/** How long somebody looks at a listing before choosing. */
const LOOK_MS = 3_000;

export async function follow(
  visitor: Visitor,
  requests: Requests,
  side: SideName,
  origin: string,
  isSettled: boolean,
): Promise<Following> {
  const { page } = visitor;
  requests.clear();
  await page.goto(origin + addressOf.collection, { waitUntil: 'commit' });
  if (isSettled) {
    await requests.quiet();
    await wait(LOOK_MS);
  }
  const tapped = await tap(visitor, CARD[side]);
  requests.clear();
  await page.waitForURL('**/product/**', { waitUntil: 'commit' });
  await page.waitForFunction(() => document.readyState === 'complete' && window.speed.paint.lcpMs !== null);
  // The picture may come after the text that was largest until then.
  await wait(LOOK_MS / 2);
  const { fcp, lcp, shown, isPrerendered } = await page.evaluate(() => {
    const [navigation] = performance.getEntriesByType('navigation') as (PerformanceNavigationTiming & {
      activationStart?: number;
    })[];
    const activation = navigation?.activationStart ?? 0;
    const { fcpMs, lcpMs } = window.speed.paint;
    return {
      fcp: fcpMs ?? Number.NaN,
      lcp: lcpMs ?? Number.NaN,
      shown: performance.timeOrigin + activation,
      isPrerendered: activation > 0,
    };
  });
  return { fcpMs: shown + fcp - tapped, lcpMs: shown + lcp - tapped, isPrerendered };
}

export interface Return {
  page: string;
  isRestored: boolean;
  /** As the browser names them. */
  reasons: string[];
}

/** Goes from the page to a product, or from a product to the collection, and back. */
export async function goBack(
  visitor: Visitor,
  requests: Requests,
  origin: string,
  path: string,
): Promise<Return> {
  const { page, devtools } = visitor;
  const reasons: string[] = [];
  devtools.on('Page.backForwardCacheNotUsed', ({ notRestoredExplanations }) => {
    for (const { reason, context } of notRestoredExplanations)
      reasons.push(context ? `${reason} (${context})` : reason);
  });
  const onward = path === addressOf.collection ? addressOf.product : addressOf.collection;
  requests.clear();
  await page.goto(origin + path, { waitUntil: 'commit' });
  await requests.quiet();
  requests.clear();
  // By the page's own doing, as a link is followed.
  await page.evaluate((to) => location.assign(to), onward);
  await page.waitForURL(`**${onward}`, { waitUntil: 'load' });
  await requests.quiet();
  await page.evaluate(() => history.back());
  await page.waitForURL(`**${path}`, { waitUntil: 'commit' });
  await page.waitForFunction(() => document.readyState === 'complete' && 'speed' in window);
  const isRestored = await page.evaluate(() => window.speed.isRestored);
  return { page: path, isRestored, reasons: isRestored ? [] : reasons };
}
