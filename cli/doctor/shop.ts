/** Finds the shop to check, and the ways to query it. */
import { resolveMx, resolveTxt } from 'node:dns/promises';
import { stat } from 'node:fs/promises';
import { join, resolve } from 'node:path';
import process from 'node:process';
import type { Health } from '../../src/contract/calls/health.ts';
import { projectRoot, SetupError } from '../../scripts/setup.mjs';
import { readShopNote } from '../../local/running-shop.ts';
import { type Shop, Unhealthy } from './finding.ts';

/** Timeout: a picture may have to be resized first. */
const TIMEOUT_MS = 60_000;

/**
 * @param given the shop's URL; without it, SITE_URL if the environment names a database, else the local shop
 * @throws SetupError if there is none
 */
export async function findShop(given: string | undefined): Promise<Shop> {
  const folder = resolve(projectRoot, process.env['SHOP_DATA'] || '.shop');
  const note = await readShopNote(folder);
  const hasDatabase = Boolean(process.env['UPSTASH_REDIS_REST_URL']);
  const wanted = given ?? (hasDatabase ? process.env['SITE_URL'] : note?.address);
  if (!wanted) {
    throw new SetupError(
      'Say which shop: "npm run shop -- doctor https://your-site", or open the local one with "npm start".',
    );
  }
  if (!/^https?:\/\//.test(wanted) || !URL.canParse(wanted)) {
    throw new SetupError(`${wanted} is not an address such as https://your-site.`);
  }
  const address = new URL(wanted).origin;
  // The local shop's keys do not work for a deployed shop.
  const isOpenHere = note !== undefined && new URL(note.address).origin === address;
  if (isOpenHere && !hasDatabase) Object.assign(process.env, note.settings);
  const openedAt = isOpenHere ? (await stat(join(folder, 'running.json'))).mtimeMs : null;
  return shopAt(address, { ...process.env }, openedAt);
}

export function shopAt(address: string, settings: Shop['settings'], openedAt: number | null): Shop {
  const ask: Shop['ask'] = (path, headers = {}) =>
    fetch(`${address}${path}`, { headers, redirect: 'manual', signal: AbortSignal.timeout(TIMEOUT_MS) });
  let health: Promise<Health> | undefined;
  let product: Promise<string | null> | undefined;
  return {
    address,
    isLocal: isLoopback(new URL(address).hostname),
    openedAt,
    settings,
    ask,
    health: () => {
      health ??= readHealth(ask);
      return health;
    },
    product: () => {
      product ??= findProduct(ask);
      return product;
    },
    command: commandOf(settings),
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
function commandOf(settings: Shop['settings']): Shop['command'] {
  const { UPSTASH_REDIS_REST_URL: url, UPSTASH_REDIS_REST_TOKEN: token } = settings;
  if (!url || !token) return undefined;
  return async (words) => {
    const response = await fetch(url, {
      method: 'POST',
      headers: { Authorization: `Bearer ${token}` },
      body: JSON.stringify(words),
      signal: AbortSignal.timeout(TIMEOUT_MS),
    });
    const { result, error } = (await response.json()) as { result?: unknown; error?: string };
    if (error !== undefined) throw new Error(error);
    return result;
  };
}
