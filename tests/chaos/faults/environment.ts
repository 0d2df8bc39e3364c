/** A whole shop whose parts can fail: Redis, gateway, providers, mail server and functions. */
import { join } from 'node:path';
import { setTimeout as wait } from 'node:timers/promises';
import { codesKey, stockKey } from '../../../netlify/storage/keys.ts';
import { initialStock } from '../../../netlify/storage/stock.ts';
import { sizesOf } from '../../../src/domain/product.ts';
import { MINUTE_MS } from '../../../src/domain/time-units.ts';
import { signatures } from '../fuzz/wire-request.ts';
import { buyable, newCode, variants } from '../goods.ts';
import type { Random } from '../../support/seeded-random.ts';
import { openFaultyProxy } from './faulty-proxy.ts';
import { functionHeader, type Hosts, openHosts } from './hosts.ts';
import { openKillableRedis } from './killable-redis.ts';
import { openParts, secretsOf } from './parts.ts';
import { refusalOf, type WebhookFault } from './fault-schedule.ts';

/** Products that all shoppers buy, and the number of pieces of each size. */
const RANGE = 10;
const SCARCE = 5;
const PLENTY = 400;

const WRONG_SECRETS = { razorpay: 'somebody else', stripe: 'whsec_of_somebody_else' };
const OLD_S = 3 * 24 * 3_600;

/** @param hostCount processes of functions */
export async function openEnvironment(random: Random, hostCount: number) {
  let providersMs = 0;
  const moves = [{ since: 0, ms: 0 }];
  const quiet = [0];
  const failureNoticesAt = new Map<string, number>();
  let nextFault: () => WebhookFault | undefined = () => undefined;
  const forgedWebhooks = { sent: 0, believed: [] as string[] };
  let call: Hosts['call'];
  const post = async (request: Request, headers: Headers, body: string) =>
    call(
      new URL(request.url).pathname,
      { method: 'POST', headers, body, signal: request.signal },
      '198.51.100.1',
    );

  const parts = await openParts({
    now: () => Date.now() + providersMs,
    retryAfterMs: [400, 900, 1_500, 2_500, 4_000, 6_000, 8_000, 10_000],
    deliver: (request) => deliver(request),
  });
  const { folder, providers } = parts;
  const redis = await openKillableRedis(join(folder, 'redis'));

  /** An invalid copy: signed with another key now, or by its provider long ago. */
  function falsify(headers: Headers, body: string, fault: 'forged' | 'old'): [Headers, string] {
    const isOld = fault === 'old';
    const at = Math.floor((Date.now() + providersMs) / 1_000) - (isOld ? OLD_S : 0);
    const text = isOld ? body.replace(/"created_at":\d+(?=\}$)/, `"created_at":${at}`) : body;
    const provider = headers.has('stripe-signature') ? 'stripe' : 'razorpay';
    const copy = new Headers(headers);
    const secrets = isOld ? secretsOf(providers.settings) : WRONG_SECRETS;
    for (const [name, value] of signatures(text, provider, secrets, at)) copy.set(name, value);
    return [copy, text];
  }

  async function deliver(request: Request): Promise<Response> {
    const body = await request.text();
    const { headers } = request;
    const fault = nextFault();
    if (fault === 'lost') throw new Error('It never arrived');
    if (fault === 'late') await wait(random.between(500, 4_000));
    if (fault === 'forged' || fault === 'old') {
      const [copy, text] = falsify(headers, body, fault);
      const answer = await post(request, copy, text);
      // A function that died has not judged the webhook, and one that is busy has not rejected it.
      if (answer.headers.has(functionHeader)) {
        forgedWebhooks.sent += 1;
        if (answer.status !== 400) {
          forgedWebhooks.believed.push(
            `${fault}: ${headers.get('user-agent')} was answered ${answer.status}`,
          );
        }
      }
    }
    const [answer] = await Promise.all(
      Array.from({ length: fault === 'twice' ? 2 : 1 }, () => post(request, headers, body)),
    );
    if (fault === 'unheard' || !answer) throw new Error('The answer never arrived');
    return answer;
  }

  const failing = (error: unknown) => {
    const failure = () => ({ status: 500, type: 'application/json', body: JSON.stringify({ error }) });
    return { failure, refusal: failure };
  };
  let refusals = 0;
  const proxies = {
    redis: await openFaultyProxy(redis.url, {
      ...failing('ERR internal error'),
      refusal: (body) => {
        refusals += 1;
        return refusalOf(body, refusals);
      },
      hear: (body) => {
        for (const [id] of body.matchAll(/[0-9A-Z]{20}-\d+-payment-failed/g)) {
          if (!failureNoticesAt.has(id)) failureNoticesAt.set(id, Date.now());
        }
      },
    }),
    razorpay: await openFaultyProxy(
      providers.razorpay.url,
      failing({ code: 'SERVER_ERROR', description: 'We are facing some trouble.' }),
    ),
    stripe: await openFaultyProxy(
      providers.stripe.url,
      failing({ type: 'api_error', message: 'An unknown error occurred' }),
    ),
  };

  /** How far each process's clock is wrong, in minutes. */
  const clocks = Array.from({ length: hostCount }, (_, at) =>
    at === 0 ? 0 : (at % 2 === 1 ? 1 : -1) * random.between(2, 7),
  );
  const settings = {
    ...parts.settings,
    RAZORPAY_API_URL: proxies.razorpay.url,
    STRIPE_API_URL: proxies.stripe.url,
    UPSTASH_REDIS_REST_URL: proxies.redis.url,
    UPSTASH_REDIS_REST_TOKEN: redis.token,
    PERSON_HASH_KEY: 'no-secret-because-this-shop-has-no-persons',
  };
  const hosts = await openHosts(
    parts.bundles,
    settings,
    clocks.map((minutes) => minutes * MINUTE_MS),
  );
  call = hosts.call;

  const range = random.shuffled(buyable).slice(0, RANGE);
  const initial = new Map(variants.map(({ product, size, field }) => [field, initialStock(product, size)]));
  for (const { product, size, field } of variants.filter((one) => range.includes(one.product))) {
    const pieces = sizesOf(product).indexOf(size) % 2 === 0 ? PLENTY : SCARCE;
    initial.set(field, pieces);
    await redis.ask('HSET', stockKey(), field, pieces);
  }
  const codes: string[] = [];
  for (let count = 0; count < 8; count += 1) {
    const made = newCode();
    codes.push(made.code);
    await redis.ask('HSET', codesKey(), made.code, JSON.stringify(made));
  }

  return {
    redis,
    hosts,
    proxies,
    providers,
    range,
    codes: codes as readonly string[],
    /** By the field of `stock`: pieces before the first sale. */
    initial,
    clocks,
    /** Forged and old webhooks: the number that the shop answered, and those that it did not reject. */
    forgedWebhooks,
    mails: parts.mails,
    /** Sets the faults of webhooks from now on. */
    webhookFaults: (fault: typeof nextFault) => {
      nextFault = fault;
    },
    /** Moves the clock of the providers, in ms. */
    moveProviders: (ms: number) => {
      providersMs = ms;
      moves.push({ since: Date.now(), ms });
    },
    /** The real time (ms) of what the providers' books record at this time. Each move is longer than the time between two. */
    realTime: (at: number) => at - (moves.findLast(({ since, ms }) => at - ms >= since)?.ms ?? 0),
    /** When the shop first sent a notification of a failed payment to Redis, by its id. */
    failureNoticesAt,
    /** Records that no request is running, so every later answer is based on the current state. */
    markQuiet: () => void quiet.push(Date.now()),
    /** The last time before this one at which no request was running; 0 if there is none. */
    quietBefore: (at: number) => quiet.findLast((since) => since <= at) ?? 0,
    close: async () => {
      const proxiesStop = Object.values(proxies).map((proxy) => proxy.stop);
      for (const stop of [hosts.stop, ...proxiesStop, redis.stop, parts.stop]) await stop().catch(() => {});
    },
  };
}

export type Environment = Awaited<ReturnType<typeof openEnvironment>>;
