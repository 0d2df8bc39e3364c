import { z } from 'zod';
import { isEmail, normaliseEmail } from '../domain/user.ts';
import { lengthLimits } from '../domain/text-limits.ts';
import { fieldMessages, tooLongMessages } from './messages/address.ts';
import { deskMessages } from './messages/desk.ts';
import type { DeskRouteName } from './desk.ts';
import { endpoint, newsSchemas } from './desk-news-schemas.ts';
import { backupSchemas } from './desk-backup-schemas.ts';
import { healthSchemas } from './desk-health-schemas.ts';
import { listSchemas } from './desk-lists-schemas.ts';
import { noteText, orderDeskSchemas } from './desk-orders-schemas.ts';
import { stockSchemas } from './desk-stock-schemas.ts';

/** One schema per call of the desk, used by netlify/http alone; see calls/fields.ts. */

const nothing = z.unknown().transform(() => undefined);
const email = z
  .string(fieldMessages.email)
  .max(lengthLimits.email, tooLongMessages.email)
  .refine(isEmail, fieldMessages.email)
  .transform(normaliseEmail);
const base64url = (most: number) =>
  z
    .string()
    .max(most)
    .regex(/^[\w-]+$/, 'must be base64url');
const month = z.string().regex(/^\d{4}-(?:0[1-9]|1[0-2])$/, 'must be a month, such as 2026-11');

/** A place in a list. */
const place = z.number().int().min(0).max(Number.MAX_SAFE_INTEGER);

const userId = z.string().regex(/^[0-9a-f]{32}$/, 'must be the id of an account');

/** What WebAuthn makes; netlify/identity/passkeys checks it. */
const credential = z.looseObject({
  id: base64url(1_400),
  rawId: base64url(1_400),
  type: z.literal('public-key'),
  clientExtensionResults: z.looseObject({}),
});

export const deskSchemas = {
  'session.read': nothing,
  'session.link': z.object({ email }),
  'session.enter': z.object({ token: base64url(60) }),
  'session.leave': z.object({ endpoint: endpoint.optional() }),
  'session.end': z.object({ id: base64url(60) }),
  'passkey.ask': nothing,
  'passkey.prove': z.object({
    response: credential.extend({
      response: z.looseObject({
        clientDataJSON: base64url(4_000),
        authenticatorData: base64url(4_000),
        signature: base64url(8_000),
      }),
    }),
  }),
  'passkey.begin': nothing,
  'passkey.register': z.object({
    response: credential.extend({
      response: z.looseObject({ clientDataJSON: base64url(4_000), attestationObject: base64url(40_000) }),
    }),
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
    before: place.optional(),
  }),
  'log.export': z.object({ month, after: place.optional() }),
  'vitals.read': nothing,
  ...orderDeskSchemas,
  ...stockSchemas,
  ...newsSchemas,
  ...listSchemas,
  ...healthSchemas,
  ...backupSchemas,
} as const satisfies Record<DeskRouteName, z.ZodType>;
