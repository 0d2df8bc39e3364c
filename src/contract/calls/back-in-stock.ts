import { z } from 'zod';
import { MINUTE_MS } from '../../domain/time-units.ts';
import type { CallRules, Success } from './call.ts';
import { email, id, size } from './fields.ts';

/** A back-in-stock subscription to a sold-out size (docs/behaviour.md#notify-me). */
export type BackInStockBody = z.input<typeof body>;

export interface BackInStockReplies {
  notify: Success & { message: string };
  'notify.check': Success & { alreadyNotified: boolean };
}

const body = z.object({ productId: id, email, size });

export const backInStockCalls = {
  notify: {
    auth: 'none',
    summary: 'Subscribes an email to a sold-out size.',
    body,
    limits: [
      { name: 'notify', by: 'pair', limit: 20, windowMs: 60 * MINUTE_MS },
      { name: 'notify', by: 'address', limit: 300, windowMs: 10 * MINUTE_MS },
    ],
  },
  'notify.check': {
    auth: 'optional',
    summary:
      'Whether an email is subscribed to a size already. Always false, except in a session of the account that has confirmed this email.',
    body,
    // Called for every sold-out size that a shopper looks at.
    limits: [
      { name: 'notify-check', by: 'pair', limit: 60, windowMs: 10 * MINUTE_MS },
      { name: 'notify-check', by: 'address', limit: 600, windowMs: 10 * MINUTE_MS },
    ],
  },
} as const satisfies Record<string, CallRules>;
