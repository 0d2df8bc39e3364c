import type { AuthenticationResponseJSON, RegistrationResponseJSON } from '@simplewebauthn/server';
import { z } from 'zod';
import { MOST_PIECES } from '../domain/config.ts';
import { newsKinds } from '../domain/desk-news.ts';
import { ORDER_ID, paymentMethods } from '../domain/order.ts';
import { orderTabs } from '../domain/order-tabs.ts';
import { lengthLimits } from '../domain/text-limits.ts';
import { isEmail } from '../domain/user.ts';
import { email } from './calls/fields.ts';
import { PART_KEYS } from './desk-backup.ts';
import { emailLists } from './desk-lists.ts';
import { CASH_MAX, moneyTables } from './desk-money.ts';
import { BATCH_MAX, NETWORK_PATTERN, NOTE_LENGTH } from './desk-orders.ts';
import { STOCK_ROWS_MAX, stockFilters } from './desk-stock.ts';
import { tooLongMessages } from './messages/address.ts';
import { deskMessages, deskNewsMessages } from './messages/desk.ts';
import { deskOrderMessages } from './messages/desk-orders.ts';

/** The body of each call of the desk. Only netlify/http uses them at run time; contract/desk has their types. */

const nothing = z.unknown().transform(() => undefined);
const base64url = (most: number) =>
  z
    .string()
    .max(most)
    .regex(/^[\w-]+$/, 'must be base64url');
const month = z.string().regex(/^\d{4}-(?:0[1-9]|1[0-2])$/, 'must be a month, such as 2026-11');

const whole = z.number().int().min(0).max(Number.MAX_SAFE_INTEGER);
const day = z.string().regex(/^\d{4}-\d{2}-\d{2}$/, 'must be a day, such as 2026-11-20');
const clock = z.string().regex(/^(?:[01]\d|2[0-3]):[0-5]\d$/, 'must be a time, such as 22:00');

const userId = z.string().regex(/^[0-9a-f]{32}$/, 'must be the id of an account');

/** What WebAuthn makes; netlify/identity/passkeys checks it. */
const credential = <Made>(response: z.ZodObject) =>
  z.looseObject({
    id: base64url(1_400),
    rawId: base64url(1_400),
    type: z.literal('public-key'),
    clientExtensionResults: z.looseObject({}),
    response,
  }) as unknown as z.ZodType<Made>;

/** The address at the push service, which is as good as a password for sending. The limit is longer than any. */
const endpoint = z.string().min(1).max(1_000);

const orderId = z.string().regex(ORDER_ID, 'must be the id of an order');
const seen = z.object({ id: orderId, seen: z.string().min(1).max(40) });
const paise = z.number().int().min(1).max(Number.MAX_SAFE_INTEGER);
/** An amount that was written down, or a mistake that is taken back. */
const change = z
  .number()
  .int()
  .min(-CASH_MAX)
  .max(CASH_MAX)
  .refine((by) => by !== 0, 'must not be 0');
const line = z.string().trim().min(1).max(60);
const reason = z.string().trim().max(200).optional();
const batch = z.object({ ids: z.array(orderId).min(1).max(BATCH_MAX) });
const LINES_MAX = 100;
const noteText = z.string().trim().min(1).max(NOTE_LENGTH);

/** The id of a product, or a size. */
const variantPart = z.string().min(1).max(120);
const pieces = z.number().int().min(0).max(MOST_PIECES);
/** More than the shelf of one size can have: stock, and orders beside it. */
const shelf = z
  .number()
  .int()
  .min(0)
  .max(10 * MOST_PIECES);
const redisKey = z.string().min(1).max(600);

export const deskSchemas = {
  'session.read': nothing,
  'session.link': z.object({ email }),
  'session.enter': z.object({ token: base64url(60) }),
  'session.leave': z.object({ endpoint: endpoint.optional() }),
  'session.end': z.object({ id: base64url(60) }),
  'passkey.ask': nothing,
  'passkey.prove': z.object({
    response: credential<AuthenticationResponseJSON>(
      z.looseObject({
        clientDataJSON: base64url(4_000),
        authenticatorData: base64url(4_000),
        signature: base64url(8_000),
      }),
    ),
  }),
  'passkey.begin': nothing,
  'passkey.register': z.object({
    response: credential<RegistrationResponseJSON>(
      z.looseObject({ clientDataJSON: base64url(4_000), attestationObject: base64url(40_000) }),
    ),
  }),
  'passkey.remove': z.object({ email, id: base64url(1_400) }),
  'staff.list': nothing,
  'shoppers.find': z.object({
    search: z
      .string()
      .max(lengthLimits.email, tooLongMessages.email)
      .trim()
      .refine((text) => isEmail(text) || /^(?:[\s+()-]*\d){10,15}$/.test(text), deskMessages.searchShopper),
  }),
  'shoppers.note': z.object({ id: userId, text: noteText }),
  'shoppers.export': z.object({ id: userId }),
  'shoppers.delete': z.object({ id: userId }),
  'log.read': z.object({
    month: month.optional(),
    before: whole.optional(),
  }),
  'log.export': z.object({ month, after: whole.optional() }),
  'vitals.read': nothing,
  'orders.list': z.object({
    tab: z.enum(orderTabs).optional(),
    method: z.enum(paymentMethods).optional(),
    size: z.string().min(1).max(40).optional(),
    /** Days in India, both included. */
    from: day.optional(),
    to: day.optional(),
    search: z.string().max(120).optional(),
    /** As an order shows it; for owners only. */
    network: z.string().regex(NETWORK_PATTERN, deskOrderMessages.badNetwork).optional(),
    /** Only of accounts without a confirmed email, or deleted ones; for owners only. A page may then have fewer orders. */
    isUnconfirmed: z.literal(true).optional(),
    /** `next` of the page before. */
    after: z.object({ placedAt: whole, id: orderId }).optional(),
  }),
  'orders.read': z.object({ id: orderId }),
  'orders.invoice': z.object({ id: orderId }),
  'orders.ask': z.object({ id: orderId }),
  'orders.note': z.object({ id: orderId, text: noteText }),
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
  'stock.list': z.object({
    search: z.string().max(300).optional(),
    only: z.enum(stockFilters).optional(),
    from: z.number().int().min(0).max(1_000_000).optional(),
  }),
  'stock.change': z.object({
    rows: z
      .array(z.object({ productId: variantPart, size: variantPart, seen: shelf, pieces }))
      .min(1)
      .max(STOCK_ROWS_MAX),
    isShelf: z.boolean(),
    reason: z.string().trim().min(1).max(200),
  }),
  'stock.check': z.object({ csv: z.string().max(900_000) }),
  'stock.export': z.object({ after: z.number().int().min(0).max(1_000_000).optional() }),
  'stock.log': z.object({ productId: variantPart, size: variantPart }),
  'stock.tell': z.object({ productId: variantPart, size: variantPart }),
  'today.read': nothing,
  'money.month': z.object({ month }),
  'money.cashReceived': z.object({ courier: line, paise: change, seen: whole, note: reason }),
  'money.best': z.object({ month }),
  'money.payouts': z.object({ month }),
  'money.export': z.object({
    month,
    table: z.enum(moneyTables),
    after: z
      .string()
      .regex(/^(?:IN|CN)\/\d\d-\d\d\/\d{1,9}$/)
      .optional(),
  }),
  'news.read': nothing,
  'news.choose': z.object({
    kinds: z.array(z.enum(newsKinds)).max(newsKinds.length),
    quiet: z
      .object({ from: clock, to: clock })
      .refine(({ from, to }) => from !== to, deskNewsMessages.sameTime)
      .nullable(),
    hasDaily: z.boolean(),
  }),
  'news.subscribe': z.object({
    endpoint,
    keys: z.object({
      p256dh: z.string().regex(/^[\w-]{87}=?$/, 'must be 65 bytes in base64url'),
      auth: z.string().regex(/^[\w-]{22}(?:==)?$/, 'must be 16 bytes in base64url'),
    }),
  }),
  'news.stop': z.object({ id: z.string().regex(/^[0-9a-f]{32}$/, 'must be the id of a device') }),
  'lists.read': nothing,
  'lists.reconcile': nothing,
  'lists.export': z.object({ list: z.enum(emailLists), isAll: z.boolean() }),
  'lists.launch': nothing,
  'lists.codes': z.object({ code: z.string().trim().max(60).optional() }),
  'health.list': nothing,
  'health.look': z.object({ check: z.string().max(80) }),
  'backup.begin': nothing,
  'backup.read': z.object({
    state: z.object({
      id: z.uuid(),
      at: whole,
      lines: whole,
      hashKeys: z.string().max(400),
      place: z.object({ of: z.enum(['keys', 'journal']), cursor: z.string().regex(/^\d{1,40}$/) }),
      inside: z.object({ key: redisKey, from: whole }).optional(),
      checksum: z.string().regex(/^[0-9a-f]{64}$/),
      sums: z.record(z.string().max(80), z.number().int()),
      written: z.array(redisKey).max(PART_KEYS),
    }),
  }),
  'backup.close': z.object({ id: z.uuid() }),
} as const;
