import { z } from 'zod';
import { type backupRoutes, PART_KEYS } from './desk-backup.ts';

/** One schema per call of the desk that makes a backup; a part of desk-schemas. */

const id = z.uuid();
const count = z.number().int().min(0).max(Number.MAX_SAFE_INTEGER);
const key = z.string().min(1).max(600);

export const backupSchemas = {
  'backup.begin': z.unknown().transform(() => undefined),
  'backup.read': z.object({
    state: z.object({
      ...{ id, at: count, lines: count },
      hashKeys: z.string().max(400),
      place: z.object({ of: z.enum(['keys', 'journal']), cursor: z.string().regex(/^\d{1,40}$/) }),
      inside: z.object({ key, from: count }).optional(),
      checksum: z.string().regex(/^[0-9a-f]{64}$/),
      sums: z.record(z.string().max(80), z.number().int()),
      written: z.array(key).max(PART_KEYS),
    }),
  }),
  'backup.close': z.object({ id }),
} as const satisfies Record<keyof typeof backupRoutes, z.ZodType>;
