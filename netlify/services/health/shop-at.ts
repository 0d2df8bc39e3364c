/** The ways to look at a shop, from a terminal or from its own functions. */
import { resolveMx, resolveTxt } from 'node:dns/promises';
import type { Health } from '../../../src/contract/calls/health.ts';
import { type Shop, Unhealthy } from './finding.ts';

type Known = Pick<Shop, 'address' | 'settings' | 'openedAt' | 'isInside'>;

/** @param timeoutMs of each request */
export function shopAt({ timeoutMs, ...known }: Known & { timeoutMs: number }): Shop {
  const { address, settings } = known;
  const ask: Shop['ask'] = (path, headers = {}) =>
    fetch(`${address}${path}`, { headers, redirect: 'manual', signal: AbortSignal.timeout(timeoutMs) });
  let health: Promise<Health> | undefined;
  let product: Promise<string | null> | undefined;
  return {
    ...known,
    isLocal: isLoopback(new URL(address).hostname),
    ask,
    health: () => {
      health ??= readHealth(ask);
      return health;
    },
    product: () => {
      product ??= findProduct(ask);
      return product;
    },
    command: commandOf(settings, timeoutMs),
    dns: {
      mx: async (domain) => (await resolveMx(domain)).map(({ exchange }) => exchange),
      txt: async (domain) => (await resolveTxt(domain)).map((parts) => parts.join('')),
    },
    now: Date.now,
  };
}

export const isLoopback = (host: string): boolean =>
  ['localhost', '127.0.0.1', '[::1]', '::1'].includes(host);

async function readHealth(ask: Shop['ask']): Promise<Health> {
  const response = await ask('/api/health');
  const body = (await response.json().catch(() => ({}))) as Partial<Health> & { message?: string };
  if (!response.ok) throw new Unhealthy(body.message ?? `it answers ${response.status}`);
  if (body.published === undefined) throw new Unhealthy('it is an older version of the shop, or none');
  return body as Health;
}

async function findProduct(ask: Shop['ask']): Promise<string | null> {
  const response = await ask('/collection');
  if (!response.ok) return null;
  return /href="(\/product\/[^"#?]+)"/.exec(await response.text())?.[1] ?? null;
}

/** Uses Upstash's REST protocol without the shop's own client, so that checks see the database's own errors. */
function commandOf(settings: Shop['settings'], timeoutMs: number): Shop['command'] {
  const { UPSTASH_REDIS_REST_URL: url, UPSTASH_REDIS_REST_TOKEN: token } = settings;
  if (!url || !token) return undefined;
  return async (words) => {
    const response = await fetch(url, {
      method: 'POST',
      headers: { Authorization: `Bearer ${token}` },
      body: JSON.stringify(words),
      signal: AbortSignal.timeout(timeoutMs),
    });
    const { result, error } = (await response.json()) as { result?: unknown; error?: string };
    if (error !== undefined) throw new Error(error);
    return result;
  };
}
