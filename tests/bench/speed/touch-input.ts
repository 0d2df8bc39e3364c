/** Touch input, and polling until an effect is visible. */
import { setTimeout as wait } from 'node:timers/promises';
import type { Target } from './selectors.ts';
import type { Visitor } from './phone.ts';

const LOOK_EVERY_MS = 40;
const FINGER_DOWN_MS = 60;
/** A page without an answer for this long is unloading or busy, in ms. */
const ANSWER_MS = 20_000;
const TIMEOUT_MS = 60_000;

interface Point {
  x: number;
  y: number;
}

/** @returns null if the page is unloading */
export async function read<T>(look: () => Promise<T>): Promise<T | null> {
  const answer = look().catch(() => null);
  return Promise.race([answer, wait(ANSWER_MS, null, { ref: false })]);
}

/** @param look repeated until it returns a value; null after `mostMs` */
export async function lookUntil<T>(look: () => Promise<T | null>, mostMs = TIMEOUT_MS): Promise<T | null> {
  const latest = Date.now() + mostMs;
  while (Date.now() < latest) {
    const found = await look();
    if (found !== null) return found;
    await wait(LOOK_EVERY_MS);
  }
  return null;
}

/** @param expression a number or a boolean, evaluated in the page @returns null while it is neither true nor positive */
async function readingOf({ page }: Visitor, expression: string) {
  const seen = await read(() =>
    page.evaluate<{ value: unknown; at: number }>(`({ value: (${expression}), at: Date.now() })`),
  );
  const value = Number(seen?.value ?? 0);
  // `at` is in ms since 1970.
  return seen && value > 0 ? { value, at: seen.at } : null;
}

export const happens = (visitor: Visitor, expression: string, mostMs?: number) =>
  lookUntil(() => readingOf(visitor, expression), mostMs);

export async function tap({ devtools }: Visitor, { x, y }: Point): Promise<void> {
  await devtools.send('Input.dispatchTouchEvent', { type: 'touchStart', touchPoints: [{ x, y }] });
  await wait(FINGER_DOWN_MS);
  await devtools.send('Input.dispatchTouchEvent', { type: 'touchEnd', touchPoints: [] });
}

/** Touches and cancels, so that the page does what it does ahead of a tap. */
export async function touchOnly({ devtools }: Visitor, { x, y }: Point): Promise<void> {
  await devtools.send('Input.dispatchTouchEvent', { type: 'touchStart', touchPoints: [{ x, y }] });
  await wait(4 * FINGER_DOWN_MS);
  await devtools.send('Input.dispatchTouchEvent', { type: 'touchCancel', touchPoints: [] });
}

/** Runs in the page. @returns the middle of the first matching element that is visible and enabled, scrolled into view */
function placeInPage({ selector, text }: Target): Point | null {
  const found = [...document.querySelectorAll<HTMLElement>(selector)].find((element) => {
    const { width, height } = element.getBoundingClientRect();
    const { visibility, display } = getComputedStyle(element);
    if (width <= 4 || height <= 4 || visibility === 'hidden' || display === 'none') return false;
    if ('disabled' in element && element.disabled === true) return false;
    return text === undefined || new RegExp(text, 'i').test(element.textContent ?? '');
  });
  if (!found) return null;
  const middle = () => {
    const { left, top, width, height } = found.getBoundingClientRect();
    return { x: left + width / 2, y: top + height / 2 };
  };
  const { x, y } = middle();
  const top = document.elementFromPoint(x, y);
  const isReachable = top !== null && (found.contains(top) || top.contains(found));
  if (!isReachable) found.scrollIntoView({ block: 'center', behavior: 'instant' });
  return middle();
}

export const placeOf = ({ page }: Visitor, target: Target) => read(() => page.evaluate(placeInPage, target));

/**
 * Taps as soon as the target appears, and repeats the tap until the effect comes.
 * @returns `ms` from the first tap until the effect, null if it never came; how long the target took to appear
 */
export async function act(
  visitor: Visitor,
  target: Target,
  effect: string,
  { againMs = 2_500, mostMs = TIMEOUT_MS } = {},
) {
  const began = Date.now();
  let first = 0;
  let last = 0;
  const found = await lookUntil(async () => {
    const seen = first === 0 ? null : await readingOf(visitor, effect);
    if (seen) return seen;
    const place = Date.now() - last > againMs ? await placeOf(visitor, target) : null;
    if (place) {
      last = Date.now();
      first ||= last;
      await read(() => tap(visitor, place));
    }
    return null;
  }, mostMs);
  return { ms: found && found.at - first, value: found?.value ?? 0, waitedMs: first && first - began };
}
