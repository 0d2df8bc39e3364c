import { z } from 'zod';
import { paymentMethods } from '../domain/order.ts';
import { orderTabs } from '../domain/order-tabs.ts';
import { BATCH_MAX, NETWORK_PATTERN, NOTE_LENGTH, type orderDeskRoutes } from './desk-orders.ts';
import { deskOrderMessages } from './messages/desk-orders.ts';

/** Schemas of the desk's calls about orders and packing; see schemas.ts. */

const id = z.string().regex(/^[0-9A-Z]{20}$/, 'must be the id of an order');
const seen = z.object({ id, seen: z.string().min(1).max(40) });
const paise = z.number().int().min(1).max(Number.MAX_SAFE_INTEGER);
const day = z.string().regex(/^\d{4}-\d{2}-\d{2}$/, 'must be a day, such as 2026-11-20');
const line = z.string().trim().min(1).max(60);
const reason = z.string().trim().max(200).optional();
const batch = z.object({ ids: z.array(id).min(1).max(BATCH_MAX) });
const LINES_MAX = 100;

export const noteText = z.string().trim().min(1).max(NOTE_LENGTH);

export const orderDeskSchemas = {
  'orders.list': z.object({
    tab: z.enum(orderTabs).optional(),
    method: z.enum(paymentMethods).optional(),
    size: z.string().min(1).max(40).optional(),
    ...{ from: day.optional(), to: day.optional() },
    search: z.string().max(120).optional(),
    network: z.string().regex(NETWORK_PATTERN, deskOrderMessages.badNetwork).optional(),
    after: z.object({ placedAt: z.number().int().min(0).max(Number.MAX_SAFE_INTEGER), id }).optional(),
  }),
  'orders.read': z.object({ id }),
  'orders.invoice': z.object({ id }),
  'orders.ask': z.object({ id }),
  'orders.note': z.object({ id, text: noteText }),
  'orders.pack': seen,
  'orders.ship': seen.extend({ courier: line, trackingNumber: line, anyway: z.literal(true).optional() }),
  'orders.deliver': seen,
  'orders.undo': seen,
  'orders.askReturn': seen,
  'orders.endReturn': seen,
  'orders.cancel': seen.extend({ reason }),
  'orders.refund': seen.extend({
    amount: z.union([
      paise,
      z.literal('all'),
      z
        .array(z.object({ line: z.number().int().min(0).max(LINES_MAX), quantity: z.number().int().min(1) }))
        .min(1)
        .max(LINES_MAX),
    ]),
    reason,
  }),
  'orders.refundAgain': seen,
  'orders.refundByHand': seen.extend({ note: line, amountPaise: paise.optional() }),
  'orders.release': seen.extend({ reason }),
  'packing.read': batch,
  'packing.print': batch,
} as const satisfies Record<keyof typeof orderDeskRoutes, z.ZodType>;
