import { z } from 'zod';
import { emailLists, type listRoutes } from './desk-lists.ts';

/** One schema per call of the desk about lists; a part of desk-schemas. */

const nothing = z.unknown().transform(() => undefined);

export const listSchemas = {
  'lists.read': nothing,
  'lists.reconcile': nothing,
  'lists.export': z.object({ list: z.enum(emailLists), isAll: z.boolean() }),
  'lists.launch': nothing,
  'lists.codes': z.object({ code: z.string().trim().max(60).optional() }),
} as const satisfies Record<keyof typeof listRoutes, z.ZodType>;
