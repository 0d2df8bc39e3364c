/** How long the page keeps a finger or a key waiting, on a processor four times slower, over a network without delay. */
import { setTimeout as wait } from 'node:timers/promises';
import type { Visitor } from './browser.ts';
import { tap } from './finger.ts';
import type { PageName } from './options.ts';
import type { Requests } from './requests.ts';
import { addressOf, looked } from './stage.ts';

export interface Response {
  page: PageName;
  what: string;
  /** From the event to the next paint; 16 stands for what is too short to be told. */
  ms: number;
  inputDelayMs: number;
  workMs: number;
}

const SHORTEST_MS = 16;
/** Event timings are told after the frame that answers, and what opens slides for a while. */
const REST_MS = 600;
const PATIENCE_MS = 5_000;

interface Act {
  what: string;
  act: () => Promise<unknown>;
  /** In the page's own words: a value that is another once the act has done what it is for. */
  effect: string;
}

/** The longest of the interactions that come of one act. @throws Error where the act does nothing */
async function answerTo({ page }: Visitor, { what, act, effect }: Act): Promise<Omit<Response, 'page'>> {
  const before = await page.evaluate(() => window.speed.interactions.length);
  const state = JSON.stringify(await page.evaluate(effect));
  await act();
  const latest = performance.now() + PATIENCE_MS;
  while (JSON.stringify(await page.evaluate(effect)) === state) {
    if (performance.now() > latest) throw new Error(`${what}: nothing came of it`);
    await wait(25);
  }
  await wait(REST_MS);
  const seen = await page.evaluate((from) => window.speed.interactions.slice(from), before);
  const longest = seen.sort((one, other) => other.durationMs - one.durationMs)[0];
  return {
    what,
    ms: longest?.durationMs ?? SHORTEST_MS,
    inputDelayMs: longest?.inputDelayMs ?? 0,
    workMs: longest?.workMs ?? 0,
  };
}

type Acts = (visitor: Visitor, note: (act: Act) => Promise<void>) => Promise<void>;

const textOf = (selector: string) => `document.querySelector('${selector}')?.textContent ?? ''`;
const countOf = (kept: 'cart' | 'wishlist') => textOf(`[data-count-of="${kept}"] .count`);

const onProduct: Acts = async (visitor, note) => {
  const [size] = looked.sizes;
  await note({
    what: 'Choose a size',
    act: () => tap(visitor, `[data-size="${size}"]`),
    effect: `document.querySelector('[data-buy] input[value="${size}"]').checked`,
  });
  for (let times = 0; times < 3; times += 1) {
    await note({
      what: 'Add to cart',
      act: () => tap(visitor, '[data-buy-button]'),
      effect: countOf('cart'),
    });
  }
};

const onCollection: Acts = async (visitor, note) => {
  const { page } = visitor;
  for (const place of [1, 2, 1]) {
    const heart = `[data-grid] li:nth-child(${place}) [data-wish]`;
    await note({
      what: 'Heart',
      act: () => tap(visitor, heart),
      effect: `document.querySelector('${heart}').dataset.wished`,
    });
  }
  for (let times = 0; times < 2; times += 1) {
    await note({
      what: 'Open the menu',
      act: () => tap(visitor, '[popovertarget="menu"][aria-label="Menu"]'),
      effect: `document.querySelector('#menu').matches(':popover-open')`,
    });
    await page.keyboard.press('Escape');
    await wait(REST_MS);
  }
  for (let times = 0; times < 2; times += 1) {
    await note({
      what: 'Open the filter drawer',
      act: () => tap(visitor, '[data-open-filter]'),
      effect: `document.querySelector('#filter-drawer').open && document.querySelector('#filter-drawer input[type=range]') !== null`,
    });
    const range = '#filter-drawer input[type=range]';
    await page.locator(range).first().focus();
    for (const key of ['ArrowRight', 'ArrowRight', 'ArrowLeft']) {
      await note({
        what: 'Move a price handle',
        act: () => page.keyboard.press(key),
        effect: `document.querySelector('${range}').value`,
      });
    }
    await page.keyboard.press('Escape');
    await wait(REST_MS);
  }
  await note({
    what: 'Open the search',
    act: () => tap(visitor, '[data-toggle-search]'),
    effect: `document.querySelector('#search').hidden`,
  });
  await page.locator('#search-field').focus();
  for (const letter of 'hoodie') {
    await note({
      what: 'Type in the search',
      act: () => page.keyboard.press(letter),
      effect: `document.querySelector('#search-field').value`,
    });
  }
};

const ACTS: Partial<Record<PageName, Acts>> = { product: onProduct, collection: onCollection };

/** @param page `product` or `collection`; there is nothing to do on the others */
export async function interact(
  visitor: Visitor,
  requests: Requests,
  origin: string,
  page: PageName,
): Promise<Response[]> {
  const responses: Response[] = [];
  requests.clear();
  await visitor.page.goto(origin + addressOf[page], { waitUntil: 'commit' });
  await requests.quiet();
  await ACTS[page]?.(visitor, async (act) => {
    responses.push({ page, ...(await answerTo(visitor, act)) });
  });
  return responses;
}
