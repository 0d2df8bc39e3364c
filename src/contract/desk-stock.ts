import { everyRole, type LogEntry } from '../domain/staff.ts';
import type { Success } from './calls/call.ts';

/** The calls of the desk about stock; a part of contract/desk. */
export const stockRoutes = {
  'stock.list': { roles: everyRole },
  'stock.change': { roles: everyRole },
  'stock.check': { roles: everyRole },
  'stock.export': { roles: everyRole },
  'stock.log': { roles: everyRole },
  'stock.tell': { roles: everyRole },
} as const;

/** The most rows of one change. */
export const STOCK_ROWS_MAX = 500;

/** Which sizes a list shows: all, those with LOW_STOCK pieces or fewer, those without any, or those with subscribers. */
export const stockFilters = ['all', 'low', 'sold-out', 'waiting', 'back'] as const;
export type StockFilter = (typeof stockFilters)[number];

/** The numbers of a size. */
export interface WireStock {
  productId: string;
  size: string;
  /** For sale. */
  pieces: number;
  /** Kept for orders whose payment is awaited. */
  reserved: number;
  /** Sold, and not shipped yet. The shelf has `pieces + reserved + unshipped`. */
  unshipped: number;
  sold: number;
  /** Shoppers who wait for it. */
  waiting: number;
}

export interface WireStockProduct {
  id: string;
  name: string;
  /** Site path of the picture. */
  picture: string;
  sizes: WireStock[];
}

/** A size, the number that was seen, and what it shall be. */
export interface StockChange {
  productId: string;
  size: string;
  seen: number;
  pieces: number;
}

export interface StockReplies {
  /** Products by id; `from` continues with `next` of the page before, which is null on the last page. */
  'stock.list': Success & { products: WireStockProduct[]; next: number | null };
  /**
   * Sets all rows or none. `isShelf`: the numbers are what the shelf has, reserved and unshipped pieces with it, so a
   * sale between seeing and setting does not disturb a count. Refused with `changed` and the present `WireStock`s if a
   * number has moved since it was seen.
   */
  'stock.change': Success & { rows: WireStock[] };
  /** What a CSV would change; it changes nothing. `same`: rows that are as they stand. */
  'stock.check': Success & { rows: (StockChange & { name: string })[]; same: number };
  /** In parts: `after` is `next` of the part before, which is null for the last one. */
  'stock.export': Success & { csv: string; next: number | null };
  /** Emails those who wait for a size in stock; `left` of them wait on. */
  'stock.tell': Success & { sent: number; left: number };
  /** What staff did with a size, newest first. */
  'stock.log': Success & { entries: LogEntry[] };
}
