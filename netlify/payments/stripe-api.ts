import process from 'node:process';
import type Stripe from 'stripe';
import { z } from 'zod';
import { brand } from '../../src/domain/config.ts';
import { callProvider, isProviderFault, MOST_LISTED } from './provider-call.ts';
import { ProviderBusy, ProviderRefused, ProviderUnavailable } from './payment-provider.ts';

/** Timeout of one request to Stripe. */
const TIMEOUT_MS = 8_000;

let opened: { api: Stripe; settings: string } | undefined;

/** Loaded and created at the first payment, and again when the settings change: most calls need no SDK. */
export async function client(): Promise<Stripe> {
  const { STRIPE_SECRET_KEY: key = '', STRIPE_API_URL: address } = process.env;
  const settings = JSON.stringify([key, address]);
  if (opened?.settings !== settings) {
    const { default: Sdk } = await import('stripe');
    const { hostname, port, protocol } = new URL(address || 'https://api.stripe.com');
    const api = new Sdk(key, {
      host: hostname,
      ...(port && { port }),
      protocol: protocol === 'http:' ? 'http' : 'https',
      timeout: TIMEOUT_MS,
      // A shopper waits for the response. The shopper, the webhook and the reconciliation job retry, and every write
      // has an idempotency key.
      maxNetworkRetries: 0,
      telemetry: false,
      appInfo: { name: brand.name },
    });
    opened = { api, settings };
  }
  return opened.api;
}

export const ask = callProvider('Stripe', mapError);

/** The most that Stripe lists in one response. */
export const PAGE = 100;

/** A list, newest first; the SDK reads it page by page. */
export async function allOf<Entry extends z.ZodType>(
  entry: Entry,
  list: () => { autoPagingToArray: (most: { limit: number }) => Promise<unknown[]> },
): Promise<z.output<Entry>[]> {
  return ask(z.array(entry), () => list().autoPagingToArray({ limit: MOST_LISTED + 1 }));
}

/** The wanted end of the payment page is too near, by Stripe's clock. */
export class EndsTooSoon extends ProviderRefused {
  override name = 'EndsTooSoon';
  /** In ms since 1970. */
  readonly theirTime: number;
  constructor(theirTime: number) {
    super('Stripe refused: the page would end too soon');
    this.theirTime = theirTime;
  }
}

function mapError(error: unknown): Error {
  const { statusCode, type, code, param, headers } = (error ?? {}) as Partial<Record<string, unknown>>;
  if (statusCode === 409) return new ProviderBusy('Stripe works on it already');
  if (isProviderFault(statusCode))
    return new ProviderUnavailable(`Stripe does not answer (${String(type ?? 'no answer')})`);
  const theirTime = Date.parse((headers as { date?: string } | undefined)?.date ?? '');
  if (param === 'expires_at' && !Number.isNaN(theirTime)) return new EndsTooSoon(theirTime);
  // Not Stripe's message: it quotes the input, such as an email.
  return new ProviderRefused(`Stripe refused: ${[type, code, param].filter(Boolean).join(' ')}`, statusCode);
}
