/** A finger on the screen: trusted touches, through the browser's own input. */
import { setTimeout as wait } from 'node:timers/promises';
import type { Visitor } from './browser.ts';

/** How long a finger that taps stays down. */
export const TAP_MS = 90;

export interface Point {
  x: number;
  y: number;
}

/** The middle of what is first found, brought into view where it is not. Waits until it is painted. */
export async function placeOf({ page }: Visitor, selector: string): Promise<Point> {
  const handle = await page.waitForFunction(
    (wanted) => {
      if (window.speed.paint.fcpMs === null) return false;
      for (const element of document.querySelectorAll(wanted)) {
        let box = element.getBoundingClientRect();
        if (box.width === 0) continue;
        if (box.top < 60 || box.bottom > innerHeight - 70) {
          element.scrollIntoView({ block: 'center', behavior: 'instant' });
          box = element.getBoundingClientRect();
        }
        return { x: box.x + box.width / 2, y: box.y + box.height / 2 };
      }
      return false;
    },
    selector,
    { polling: 'raf' },
  );
  return (await handle.jsonValue()) as Point;
}

/** @returns when the finger left the screen, in ms since 1970 */
export async function tap(visitor: Visitor, selector: string): Promise<number> {
  return tapAt(visitor, await placeOf(visitor, selector));
}

/** As `tap`, where the place is known. */
export async function tapAt({ devtools }: Visitor, { x, y }: Point): Promise<number> {
  // A finger does not wait for the page to take notice of it.
  const down = devtools.send('Input.dispatchTouchEvent', { type: 'touchStart', touchPoints: [{ x, y }] });
  await wait(TAP_MS);
  const at = Date.now();
  const up = devtools.send('Input.dispatchTouchEvent', { type: 'touchEnd', touchPoints: [] });
  await Promise.all([down, up]);
  return at;
}

/** Touches and takes it back: what a page does ahead it does for this as well. */
export async function touchOnly({ devtools }: Visitor, { x, y }: Point): Promise<void> {
  await devtools.send('Input.dispatchTouchEvent', { type: 'touchStart', touchPoints: [{ x, y }] });
  await wait(TAP_MS * 3);
  await devtools.send('Input.dispatchTouchEvent', { type: 'touchCancel', touchPoints: [] });
}

/** Pulls the page up by a third of the screen. */
export async function swipe({ devtools }: Visitor): Promise<void> {
  const [x, from, by] = [180, 500, 25];
  await devtools.send('Input.dispatchTouchEvent', { type: 'touchStart', touchPoints: [{ x, y: from }] });
  for (let moves = 1; moves <= 10; moves += 1) {
    const touchPoints = [{ x, y: from - moves * by }];
    await devtools.send('Input.dispatchTouchEvent', { type: 'touchMove', touchPoints });
    await wait(16);
  }
  await devtools.send('Input.dispatchTouchEvent', { type: 'touchEnd', touchPoints: [] });
}
