/** How long the page keeps a finger or a key waiting, on a processor four times slower, over a network without delay. */
import { setTimeout as wait } from 'node:timers/promises';
import type { Visitor } from './browser.ts';
import { tap } from './finger.ts';
import type { Requests } from './requests.ts';
import { addressOf, looked, type PageName } from './stage.ts';

export interface Response {
  what: string;
  /** From the event to the next paint; 16 stands for what is too short to be told. */
  ms: number;
  inputDelayMs: number;
  workMs: number;
}

const SHORTEST_MS = 16;
/** Event timings are told after the frame that answers, and what opens slides for a while. */
const REST_MS = 600;

/** The longest of the interactions that come of one act. */
async function answerTo({ page }: Visitor, what: string, act: () => Promise<unknown>): Promise<Response> {
  const before = await page.evaluate(() => window.speed.interactions.length);
  await act();
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

type Act = (
  visitor: Visitor,
  note: (what: string, act: () => Promise<unknown>) => Promise<void>,
) => Promise<void>;

const onProduct: Act = async (visitor, note) => {
  await note('Choose a size', () => tap(visitor, `[data-size="${looked.sizes[0]}"]`));
  for (let times = 0; times < 3; times += 1) {
    await note('Add to cart', () => tap(visitor, '[data-buy-button]'));
  }
};

const onCollection: Act = async (visitor, note) => {
  const { page } = visitor;
  for (const place of [1, 2, 1]) {
    await note('Heart', () => tap(visitor, `[data-grid] li:nth-child(${place}) [data-wish]`));
  }
  for (let times = 0; times < 2; times += 1) {
    await note('Open the menu', () => tap(visitor, '[popovertarget="menu"][aria-label="Menu"]'));
    await page.keyboard.press('Escape');
    await wait(REST_MS);
  }
  for (let times = 0; times < 2; times += 1) {
    await note('Open the filter drawer', () => tap(visitor, '[data-open-filter]'));
    const handle = page.locator('#filter-drawer input[type=range]').first();
    await handle.waitFor();
    await handle.focus();
    for (const key of ['ArrowRight', 'ArrowRight', 'ArrowLeft']) {
      await note('Move a price handle', () => page.keyboard.press(key));
    }
    await page.keyboard.press('Escape');
    await wait(REST_MS);
  }
  await note('Open the search', () => tap(visitor, '[data-toggle-search]'));
  await page.locator('#search-field').focus();
  for (const letter of 'hoodie') await note('Type in the search', () => page.keyboard.press(letter));
};

const ACTS: Partial<Record<PageName, Act>> = { product: onProduct, collection: onCollection };

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
  await ACTS[page]?.(visitor, async (what, act) => {
    responses.push(await answerTo(visitor, what, act));
  });
  return responses;
}
