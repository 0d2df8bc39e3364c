import type { Provider } from '../../domain/order.ts';
import type { CallRules, Success } from './call.ts';
import { nothing } from './fields.ts';

/** The data that `npm run shop -- doctor` needs. Anybody may read it, so it contains no secret setting. */
export interface Health {
  /** This is the deploy at the shop's own URL. */
  published: boolean;
  /** The Node version of the functions. */
  runtime: string;
  /** The region of the functions, such as ap-south-1; null for the local shop. */
  region: string | null;
  /** One round trip from function to database, in ms. */
  redisMs: number;
  /** The last run of the reconciliation job, in ms since 1970; null if it never ran. */
  sweptAt: number | null;
  /** The setting SITE_URL in the functions. */
  siteUrl: string | null;
  /** The kind of keys of each configured provider. */
  keys: Partial<Record<Provider, KeyKind>>;
}

/** `test` moves no money. */
export type KeyKind = 'live' | 'test';

export interface HealthReplies {
  health: Success & Health;
}

export const healthCalls = {
  health: {
    method: 'GET',
    auth: 'none',
    openBeforeLaunch: true,
    summary: 'Whether the shop and its database answer.',
    body: nothing,
  },
} as const satisfies Record<string, CallRules>;
