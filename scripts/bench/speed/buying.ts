/** From a product page's address to a piece in the cart, by a finger that is as fast as the page lets it. */
import type { Visitor } from './browser.ts';
import { type Point, tapAt } from './finger.ts';
import { ADD_PATH } from './floor/pages.ts';
import { addressOf, looked, type SideName } from './stage.ts';

export interface Purchase {
  /** All in ms since the navigation began. */
  paintedMs: number;
  tappedMs: number;
  takenMs: number;
}

const size = looked.sizes[0] ?? '';
const CONTROLS: Record<SideName, { size: string; add: string }> = {
  shop: { size: `[data-buy] input[value="${size}"]`, add: '[data-buy-button]' },
  floor: { size: `form input[value="${size}"]`, add: 'form button' },
};

interface Ready {
  place: Point;
  /** In ms since 1970. */
  began: number;
  paintedMs: number;
}

/** Chooses the size as soon as the page is painted with ADD TO CART in it. */
async function readyToTap({ page }: Visitor, side: SideName): Promise<Ready> {
  const handle = await page.waitForFunction(
    (wanted) => {
      const choice = document.querySelector<HTMLElement>(wanted.size);
      const add = document.querySelector<HTMLElement>(wanted.add);
      const { fcpMs } = window.speed.paint;
      let box = add?.getBoundingClientRect();
      if (fcpMs === null || !choice || !add || !box?.width) return false;
      choice.click();
      if (box.bottom > innerHeight) {
        add.scrollIntoView({ block: 'center', behavior: 'instant' });
        box = add.getBoundingClientRect();
      }
      const place = { x: box.x + box.width / 2, y: box.y + box.height / 2 };
      return { place, began: performance.timeOrigin, paintedMs: fcpMs };
    },
    CONTROLS[side],
    { polling: 'raf' },
  );
  return (await handle.jsonValue()) as Ready;
}

/** When the header counts one piece and a toast says so, on the screen; in ms since 1970, as the next. */
async function shownInCart({ page }: Visitor): Promise<number> {
  const handle = await page.waitForFunction(
    () => {
      const count = document.querySelector<HTMLElement>('[data-count-of="cart"] .count');
      const isTaken =
        count?.hidden === false && count.textContent === '1' && document.querySelector('.toast');
      return isTaken ? performance.timeOrigin + performance.now() : false;
    },
    undefined,
    { polling: 'raf' },
  );
  return Number(await handle.jsonValue());
}

async function cartPagePainted({ page }: Visitor): Promise<number> {
  await page.waitForURL(`**${ADD_PATH}`, { waitUntil: 'commit' });
  const handle = await page.waitForFunction(
    () => window.speed.paint.fcpMs !== null && performance.timeOrigin + window.speed.paint.fcpMs,
  );
  return Number(await handle.jsonValue());
}

export async function buy(visitor: Visitor, side: SideName, origin: string): Promise<Purchase> {
  await visitor.page.goto(origin + addressOf.product, { waitUntil: 'commit' });
  const { place, began, paintedMs } = await readyToTap(visitor, side);
  const tapped = await tapAt(visitor, place);
  const taken = await (side === 'shop' ? shownInCart(visitor) : cartPagePainted(visitor));
  return { paintedMs, tappedMs: tapped - began, takenMs: taken - began };
}
