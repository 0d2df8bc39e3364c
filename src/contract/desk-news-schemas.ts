import { z } from 'zod';
import { newsKinds } from '../domain/desk-news.ts';
import { deskNewsMessages } from './messages/desk-news.ts';

/** One schema per call of the desk about what staff are told; a part of desk-schemas. */

const nothing = z.unknown().transform(() => undefined);
const clock = z.string().regex(/^(?:[01]\d|2[0-3]):[0-5]\d$/, 'must be a time, such as 22:00');

/** Longer than any push service's address. */
export const endpoint = z.string().min(1).max(1_000);

export const newsSchemas = {
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
} as const;
