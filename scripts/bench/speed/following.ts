/** From a card of the collection to its product page, and back again. */
import { setTimeout as wait } from 'node:timers/promises';
import type { Visitor } from './browser.ts';
import type { BareTab } from './bare-tab.ts';
import { type Point, TAP_MS } from './finger.ts';
import type { Requests } from './requests.ts';
import { addressOf, type SideName } from './stage.ts';

export interface Following {
  /** From the finger's leaving to the product page's first paint and largest thing. */
  fcpMs: number;
  lcpMs: number;
  /** The largest thing was the file of the tapped card, which stands in for the product's own picture. */
  isStandIn: boolean;
  /** To the product's own picture, drawn from its own file. */
  pictureMs: number;
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
const QUIET_MS = 700;

/** In the page's own words: where the card is, once something is painted. */
const placeOf = (card: string) => `(() => {
  const link = document.querySelector(${JSON.stringify(card)});
  if (window.speed?.paint.fcpMs == null || !link?.getBoundingClientRect().width) return;
  if (link.getBoundingClientRect().bottom > innerHeight - 70) link.scrollIntoView({ block: 'center', behavior: 'instant' });
  const box = link.getBoundingClientRect();
  return { x: box.x + box.width / 2, y: box.y + box.height / 2 };
})()`;

const SEEN = `(() => {
  const { fcpMs, lcpMs, lcpUrl, pictureMs, pictureUrl } = window.speed.paint;
  const { activationStart } = performance.getEntriesByType('navigation')[0];
  const shown = performance.timeOrigin + activationStart;
  return {
    fcp: shown + fcpMs,
    lcp: shown + lcpMs,
    isStandIn: lcpUrl !== '' && lcpUrl !== pictureUrl,
    picture: Math.max(performance.timeOrigin + pictureMs, shown),
    isPrerendered: activationStart > 0,
  };
})()`;

interface SeenPage {
  /** In ms since 1970. */
  fcp: number;
  lcp: number;
  isStandIn: boolean;
  picture: number;
  isPrerendered: boolean;
}

export async function follow(
  tab: BareTab,
  side: SideName,
  origin: string,
  isSettled: boolean,
): Promise<Following> {
  const listing = addressOf.collection;
  await tab.goTo(origin + listing);
  if (isSettled) {
    await tab.await(listing, `document.readyState === 'complete'`);
    // Who chooses a card has looked at it.
    await tab.await<Point>(listing, placeOf(CARD[side]));
    await tab.quiet(QUIET_MS);
    await wait(LOOK_MS);
  }
  const place = await tab.await<Point>(listing, placeOf(CARD[side]));
  const down = tab.touch('touchStart', [place]);
  await wait(TAP_MS);
  const tapped = Date.now();
  const up = tab.touch('touchEnd', []);
  // A page that is left does not always answer any more.
  void Promise.allSettled([down, up]);
  await tab.await(
    '/product/',
    `document.readyState === 'complete' && window.speed.paint.lcpMs !== null && window.speed.paint.pictureMs !== null`,
  );
  // What is largest may come after what was largest until then.
  await wait(LOOK_MS / 2);
  const { fcp, lcp, picture, isStandIn, isPrerendered } = await tab.await<SeenPage>('/product/', SEEN);
  return { fcpMs: fcp - tapped, lcpMs: lcp - tapped, isStandIn, pictureMs: picture - tapped, isPrerendered };
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
