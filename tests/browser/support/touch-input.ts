import type { Page } from 'playwright/test';

interface Point {
  x: number;
  y: number;
}

/** One finger as device input, so the browser itself scrolls. */
export interface TouchInput {
  /** Puts the finger down and drags it to another point, as fast as the page can follow. */
  draw: (from: Point, to: Point) => Promise<void>;
  /** Drags it further from its place. */
  drawOn: (to: Point) => Promise<void>;
  /** Lifts the finger after a rest, so there is no fling. */
  lift: () => Promise<void>;
}

export async function openTouchInput(page: Page): Promise<TouchInput> {
  const session = await page.context().newCDPSession(page);
  const drawn = () => page.evaluate(() => new Promise((next) => requestAnimationFrame(next)));
  let at: Point = { x: 0, y: 0 };
  const move = async (point: Point) => {
    at = point;
    await session.send('Input.dispatchTouchEvent', { type: 'touchMove', touchPoints: [point] });
    await drawn();
  };
  const drawOn = async (to: Point) => {
    const from = at;
    const steps = 8;
    for (let step = 1; step <= steps; step += 1) {
      await move({
        x: from.x + ((to.x - from.x) * step) / steps,
        y: from.y + ((to.y - from.y) * step) / steps,
      });
    }
  };
  return {
    async draw(from, to) {
      await session.send('Input.dispatchTouchEvent', { type: 'touchStart', touchPoints: [from] });
      at = from;
      await drawOn(to);
    },
    drawOn,
    async lift() {
      // Ten frames at the same place bring the speed to 0.
      for (let frame = 0; frame < 10; frame += 1) await move(at);
      await session.send('Input.dispatchTouchEvent', { type: 'touchEnd', touchPoints: [] });
    },
  };
}
