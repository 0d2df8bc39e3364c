import { z } from 'zod';
import { edgesOf, pageKinds, type Vital, vitals } from '../../domain/web-vitals.ts';
import { MINUTE_MS } from '../../domain/time-units.ts';
import type { CallRules, Success } from './call.ts';

export interface VitalsReplies {
  vitals: Success;
}

const bucket = (vital: Vital) => z.number().int().min(0).max(edgesOf(vital).length).optional();

export const vitalsCalls = {
  vitals: {
    auth: 'none',
    openBeforeLaunch: true,
    summary:
      'Counts how fast a page was for a shopper: the bucket of each metric, and nothing about the shopper.',
    // Previews and old deploys are not what shoppers get.
    onlyPublished: true,
    body: z.object({
      page: z.enum(pageKinds),
      buckets: z.object(
        Object.fromEntries(vitals.map((vital) => [vital, bucket(vital)])) as Record<
          Vital,
          ReturnType<typeof bucket>
        >,
      ),
    }),
    limits: [{ name: 'vitals', by: 'address', limit: 600, windowMs: 10 * MINUTE_MS }],
  },
} as const satisfies Record<string, CallRules>;
