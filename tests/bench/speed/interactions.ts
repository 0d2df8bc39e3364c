/** Further taps and keys on the settled listing, over the slow line. */
import { setTimeout as wait } from 'node:timers/promises';
import type { Figures } from './table.ts';
import { act, happens, placeOf, tap } from './touch-input.ts';
import { type Target, type Touch, touches } from './selectors.ts';
import { settle, watchedBy } from './visits.ts';
import type { Visitor } from './phone.ts';

/** Browsers report an interaction after the frame that answers it. */
const REPORT_MS = 900;
const CLOSE_MS = 700;
/** Shorter interactions are not reported, in ms. */
const SHORTEST_MS = 16;

/** @returns ms from the tap until the effect; null without one */
async function carryOut(visitor: Visitor, { target, key, effect }: Touch): Promise<number | null> {
  if (key === undefined) {
    return (await act(visitor, target, effect ?? 'true', { againMs: 6_000, mostMs: 20_000 })).ms;
  }
  await visitor.page.focus(target.selector);
  await visitor.page.keyboard.press(key);
  if (effect !== undefined) await happens(visitor, effect, 8_000);
  return 0;
}

/** The first touch of a page, which changes nothing for its shopper: a field, a choice, or the menu of the bar. */
const firstTouches: readonly Target[] = [
  { selector: 'main :is(input:not([type=hidden]), [data-size], summary, [data-wish])' },
  { selector: '[popovertarget="menu"][aria-label="Menu"]' },
  { selector: 'main h1' },
];

/** @returns the interaction that the first touch of a loaded page is */
export async function touchFirst(visitor: Visitor, address: string): Promise<Figures> {
  await visitor.page.goto(address, { waitUntil: 'load' });
  for (const target of firstTouches) {
    const place = await placeOf(visitor, target);
    if (!place) continue;
    await tap(visitor, place);
    await wait(REPORT_MS);
    const durations = Object.values((await watchedBy(visitor)).at(-1)?.interactions ?? {});
    return { inpMs: Math.max(SHORTEST_MS, ...durations) };
  }
  return { inpMs: null };
}

/** @returns the response time of the first filter tap, and the worst interactions of the filter and of the rest */
export async function interact(visitor: Visitor, address: string): Promise<Figures> {
  await settle(visitor, address);
  const durations = async () => Object.values((await watchedBy(visitor)).at(-1)?.interactions ?? {});
  const figures: Figures = { filterMs: null, filterInpMs: SHORTEST_MS, otherInpMs: SHORTEST_MS };
  for (const touch of touches) {
    const before = (await durations()).length;
    const ms = await carryOut(visitor, touch);
    if (ms === null) throw new Error(`${touch.name}: no effect`);
    if (touch.name === 'filter') figures['filterMs'] = ms;
    await wait(REPORT_MS);
    const isFilter = /^(?:filter|range)/.test(touch.name);
    const worst = isFilter ? 'filterInpMs' : 'otherInpMs';
    figures[worst] = Math.max(figures[worst] ?? 0, ...(await durations()).slice(before));
    if (!touch.closes) continue;
    await visitor.page.keyboard.press('Escape');
    await wait(CLOSE_MS);
  }
  return figures;
}
