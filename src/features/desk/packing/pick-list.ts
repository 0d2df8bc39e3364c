import type { DeskOrder } from '../../../contract/desk-orders.ts';

/** What to take from the shelves for a batch, sorted by product and size, so that one walk is enough. */

export interface Pick {
  key: string;
  name: string;
  size: string;
  picture: string;
  quantity: number;
  /** Which orders it is for, and how many each. */
  orders: { id: string; quantity: number }[];
}

/** From small to large; sizes with numbers by their number, all others by name. */
const sizes = ['XXS', 'XS', 'S', 'M', 'L', 'XL', 'XXL', 'XXXL'];

function bySize(a: string, b: string): number {
  const [first, second] = [sizes.indexOf(a), sizes.indexOf(b)];
  return first >= 0 && second >= 0 ? first - second : a.localeCompare(b, 'en', { numeric: true });
}

export function pickListOf(orders: readonly Packed[]): Pick[] {
  const picks = new Map<string, Pick>();
  for (const { id, items } of orders) {
    for (const { productId, name, size, picture, quantity } of items) {
      const key = `${productId}:${size}`;
      const pick = picks.get(key) ?? { key, name, size, picture, quantity: 0, orders: [] };
      picks.set(key, {
        ...pick,
        quantity: pick.quantity + quantity,
        orders: [...pick.orders, { id, quantity }],
      });
    }
  }
  return [...picks.values()].toSorted(
    (a, b) => a.name.localeCompare(b.name, 'en') || bySize(a.size, b.size) || a.key.localeCompare(b.key),
  );
}

/** A tick is of each order's pieces, so an order that joins the batch leaves its lines to be looked at again. */
const ticksOf = ({ key, orders }: Pick): string[] => orders.map(({ id }) => `${key}:${id}`);

export function isPicked(pick: Pick, ticks: readonly string[]): boolean {
  return ticksOf(pick).every((tick) => ticks.includes(tick));
}

export function withTick(ticks: readonly string[], pick: Pick, isWanted: boolean): string[] {
  const own = ticksOf(pick);
  const rest = ticks.filter((tick) => !own.includes(tick));
  return isWanted ? [...rest, ...own] : rest;
}

type Packed = { id: string; items: DeskOrder['items'] };
