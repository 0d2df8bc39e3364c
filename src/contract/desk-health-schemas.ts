import { z } from 'zod';
import type { healthRoutes } from './desk-health.ts';

/** One schema per call of the desk about the health of the shop; a part of desk-schemas. */
export const healthSchemas = {
  'health.list': z.unknown().transform(() => undefined),
  'health.look': z.object({ check: z.string().max(80) }),
} as const satisfies Record<keyof typeof healthRoutes, z.ZodType>;
