import type { StockChange, WireStock } from '../../../contract/desk-stock.ts';

/** A counted size: what the shelf should have had when it was counted, and what it has. */
export interface CountedSize extends StockChange {
  /** The product's. */
  name: string;
  /** Reserved or sold pieces among those that were seen. */
  promised: number;
}

/** A count in progress, by variant. */
export type ShelfCount = Readonly<Record<string, CountedSize>>;

export const keyOf = ({ productId, size }: Pick<WireStock, 'productId' | 'size'>): string =>
  `${productId}:${size}`;

/** The pieces that lie on the shelf: for sale, kept for payments, and sold but not shipped. */
export function shelfOf({ pieces, reserved, unshipped }: WireStock): number {
  return pieces + reserved + unshipped;
}

/** The count with this size; `null` removes it. The number seen first stays, as the shelf was counted against it. */
export function withCounted(
  count: ShelfCount,
  row: WireStock,
  name: string,
  pieces: number | null,
): ShelfCount {
  const key = keyOf(row);
  const { [key]: known, ...others } = count;
  if (pieces === null) return others;
  const { productId, size } = row;
  const seen = known ?? { seen: shelfOf(row), promised: promisedOf(row) };
  return { ...others, [key]: { ...seen, productId, size, name, pieces } };
}

const promisedOf = ({ reserved, unshipped }: WireStock): number => reserved + unshipped;

/** The sizes whose number differs. */
export function differencesOf(count: ShelfCount): CountedSize[] {
  return Object.values(count).filter(({ seen, pieces }) => seen !== pieces);
}

/**
 * The count against the present numbers of a refused change.
 * @returns also the keys of the sizes that have moved
 */
export function rebased(
  count: ShelfCount,
  now: readonly WireStock[],
): { count: ShelfCount; moved: string[] } {
  const moved = now.filter((row) => {
    const counted = count[keyOf(row)];
    return counted !== undefined && counted.seen !== shelfOf(row);
  });
  const entries = moved.flatMap((row) => {
    const counted = count[keyOf(row)];
    return counted
      ? [[keyOf(row), { ...counted, seen: shelfOf(row), promised: promisedOf(row) }] as const]
      : [];
  });
  return { count: { ...count, ...Object.fromEntries(entries) }, moved: moved.map(keyOf) };
}

/** A count that was kept in the tab; anything else is dropped. */
export function countFrom(stored: unknown): ShelfCount {
  if (typeof stored !== 'object' || stored === null) return {};
  return Object.fromEntries(Object.entries(stored).filter(([, value]) => isChange(value))) as ShelfCount;
}

function isChange(value: unknown): value is CountedSize {
  const { productId, size, name, seen, promised, pieces } = (value ?? {}) as Partial<CountedSize>;
  return (
    [productId, size, name].every((text) => typeof text === 'string') &&
    [seen, promised, pieces].every((number) => Number.isSafeInteger(number))
  );
}

/** The size that a label names: `product id:size`, `product id/size`, or the product's address with its size. */
export function scannedSize(typed: string): { productId: string; size: string | null } {
  const text = typed.trim();
  const address = /\/product\/([\w-]+)\/?(?:\?(?:.*&)?size=([^&#]+))?/.exec(text);
  if (address) return { productId: address[1] ?? '', size: address[2] ?? null };
  const [productId = '', size = null] = text.split(/[:/\s]+/);
  return { productId: productId.toLowerCase(), size };
}

/** A typed number of pieces; null if it is none. */
export function piecesFrom(typed: string): number | null {
  return /^\d{1,5}$/.test(typed.trim()) ? Number(typed) : null;
}
