/** From a product page's address to a piece in the cart, by a finger that is as fast as the page lets it. */
import type { Visitor } from './browser.ts';
import { type Point, tapAt } from './finger.ts';
import { ADD_PATH } from './floor/pages.ts';
import { addressOf, looked, type SideName } from './stage.ts';

export interface Purchase {
  /** All in ms since the navigation began. */
  paintedMs: number;
  tappedMs: number;
  /** The header counts it; on the floor, as `takenMs`. */
  countedMs: number;
  /** And the page says so. */
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

/** A shopper who sees nothing for longer than this has left. */
const PATIENCE = { timeout: 15_000 };

/** In ms since 1970. */
interface Taken {
  counted: number;
  said: number;
}

/** When the header counts one piece, and when a toast says so, on the screen. */
async function shownInCart({ page }: Visitor): Promise<Taken> {
  const handle = await page.waitForFunction(
    () => {
      const now = performance.timeOrigin + performance.now();
      const seen = window.speed as typeof window.speed & { counted?: number };
      const count = document.querySelector<HTMLElement>('[data-count-of="cart"] .count');
      if (count?.hidden === false && count.textContent === '1') seen.counted ??= now;
      return seen.counted !== undefined && document.querySelector('.toast')
        ? { counted: seen.counted, said: now }
        : false;
    },
    undefined,
    { polling: 'raf', ...PATIENCE },
  );
  return (await handle.jsonValue()) as Taken;
}

async function cartPagePainted({ page }: Visitor): Promise<Taken> {
  await page.waitForURL(`**${ADD_PATH}`, { waitUntil: 'commit', ...PATIENCE });
  const handle = await page.waitForFunction(
    () => window.speed.paint.fcpMs !== null && performance.timeOrigin + window.speed.paint.fcpMs,
  );
  const painted = Number(await handle.jsonValue());
  return { counted: painted, said: painted };
}

export async function buy(visitor: Visitor, side: SideName, origin: string): Promise<Purchase> {
  await visitor.page.goto(origin + addressOf.product, { waitUntil: 'commit' });
  const { place, began, paintedMs } = await readyToTap(visitor, side);
  const tapped = await tapAt(visitor, place);
  const taken = await (side === 'shop' ? shownInCart(visitor) : cartPagePainted(visitor));
  return {
    paintedMs,
    tappedMs: tapped - began,
    countedMs: taken.counted - began,
    takenMs: taken.said - began,
  };
}
