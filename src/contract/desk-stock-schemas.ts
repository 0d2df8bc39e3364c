import { z } from 'zod';
import { MOST_PIECES } from '../domain/config.ts';
import { moneyTables } from './desk-money.ts';
import { STOCK_ROWS_MAX, stockFilters } from './desk-stock.ts';

/** One schema per call of the desk about stock and money; a part of desk-schemas. */

const nothing = z.unknown().transform(() => undefined);
const month = z.string().regex(/^\d{4}-(?:0[1-9]|1[0-2])$/, 'must be a month, such as 2026-11');
const id = z.string().min(1).max(120);
const pieces = z.number().int().min(0).max(MOST_PIECES);
/** More than the shelf of one size can have: stock, and orders beside it. */
const seen = z
  .number()
  .int()
  .min(0)
  .max(10 * MOST_PIECES);

export const stockSchemas = {
  'stock.list': z.object({
    search: z.string().max(300).optional(),
    only: z.enum(stockFilters).optional(),
    from: z.number().int().min(0).max(1_000_000).optional(),
  }),
  'stock.change': z.object({
    rows: z
      .array(z.object({ productId: id, size: id, seen, pieces }))
      .min(1)
      .max(STOCK_ROWS_MAX),
    isShelf: z.boolean(),
    reason: z.string().trim().min(1).max(200),
  }),
  'stock.check': z.object({ csv: z.string().max(900_000) }),
  'stock.export': z.object({ after: z.number().int().min(0).max(1_000_000).optional() }),
  'stock.log': z.object({ productId: id, size: id }),
  'stock.tell': z.object({ productId: id, size: id }),
  'today.read': nothing,
  'money.month': z.object({ month }),
  'money.best': z.object({ month }),
  'money.payouts': z.object({ month }),
  'money.export': z.object({
    ...{ month, table: z.enum(moneyTables) },
    after: z
      .string()
      .regex(/^(?:IN|CN)\/\d\d-\d\d\/\d{1,9}$/)
      .optional(),
  }),
} as const;
