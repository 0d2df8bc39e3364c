/** A whole shop whose parts can fail: Redis, gateway, providers, mail server and functions. */
import { createHmac } from 'node:crypto';
import { mkdtemp, readFile, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { basename, join } from 'node:path';
import { setTimeout as wait } from 'node:timers/promises';
import { codesKey, stockKey, variant } from '../../../netlify/storage/keys.ts';
import { initialStock } from '../../../netlify/storage/stock.ts';
import { catalogue } from '../../../src/content/snapshot.ts';
import { CODE_LENGTH, codeLetters, codeOf } from '../../../src/domain/discount.ts';
import { type Product, sizesOf } from '../../../src/domain/product.ts';
import { brand } from '../../../src/domain/config.ts';
import { MINUTE_MS } from '../../../src/domain/time-units.ts';
import { openOutbox, type StoredEmail } from '../../../local/email-outbox.ts';
import type { Simulators } from '../../../local/simulators/controls.ts';
import { openSimulators } from '../../../local/simulators/open-simulators.ts';
import type { Random } from './random.ts';
import { openFaultyProxy } from './faulty-proxy.ts';
import { bundleAll, functionHeader, openHosts } from './hosts.ts';
import { openKillableRedis } from './killable-redis.ts';
import { openFaultCounts } from './fault-counts.ts';
import { refusalOf, type FaultTargets, type WebhookFault } from './fault-schedule.ts';

/** Base address of links in emails and on payment pages; nothing listens there. */
const SITE = 'http://shop.chaos.example';
/** Products that all shoppers buy, and the number of pieces of each size. */
const RANGE = 10;
const SCARCE = 5;
const PLENTY = 400;

export interface Environment extends FaultTargets {
  providers: Simulators;
  range: readonly Product[];
  codes: readonly string[];
  /** By the field of `stock`: pieces before the first sale. */
  initial: Map<string, number>;
  /** How far each process's clock is wrong, in minutes. */
  clocks: readonly number[];
  mails: () => Promise<StoredEmail[]>;
  log: string;
  /** Sets the faults of webhooks from now on; undefined ends them. */
  webhookFaults: (fault: () => WebhookFault | undefined) => void;
  /** Forged and old webhooks: the number that the shop answered, and those that it did not reject. */
  forgedWebhooks: { sent: number; believed: string[] };
  /** Moves the clock of the providers, in ms. */
  moveProviders: (ms: number) => void;
  /** The real time (ms) of what the providers' books record at this time. */
  realTime: (at: number) => number;
  /** When the shop first sent a notification of a failed payment to Redis, by its id. */
  failureNoticesAt: ReadonlyMap<string, number>;
  /** Records that no request is running, so every later answer is based on the current state. */
  markQuiet: () => void;
  /** The last time before this one at which no request was running; 0 if there is none. */
  quietBefore: (at: number) => number;
  close: () => Promise<void>;
}

/** @param hostCount processes of functions */
export async function openEnvironment(random: Random, hostCount: number): Promise<Environment> {
  const folder = await mkdtemp(join(tmpdir(), 'chaos-'));
  const closings: (() => Promise<unknown>)[] = [() => rm(folder, { recursive: true, force: true })];
  const faultCounts = openFaultCounts();
  const redis = await openKillableRedis(join(folder, 'redis'));
  closings.push(redis.stop);
  const log = join(folder, 'functions.log');

  let providersMs = 0;
  const moves = [{ since: 0, ms: 0 }];
  const quiet = [0];
  const failureNoticesAt = new Map<string, number>();
  let nextFault: () => WebhookFault | undefined = () => undefined;
  const forgedWebhooks = { sent: 0, believed: [] as string[] };
  let call: Awaited<ReturnType<typeof openHosts>>['call'];
  const post = async (request: Request, headers: Headers, body: string) =>
    call(
      new URL(request.url).pathname,
      { method: 'POST', headers, body, signal: request.signal },
      '198.51.100.1',
    );

  const providers = await openSimulators({
    shopAddress: () => SITE,
    now: () => Date.now() + providersMs,
    retryAfterMs: [400, 900, 1_500, 2_500, 4_000, 6_000, 8_000, 10_000],
    deliver: (request) => deliver(request),
  });
  closings.push(providers.stop);
  const { STRIPE_WEBHOOK_SECRET: stripeSecret = '', RAZORPAY_WEBHOOK_SECRET: razorpaySecret = '' } =
    providers.settings;

  /** An invalid copy: signed with another key now, or by its provider long ago. */
  function falsify(headers: Headers, body: string, fault: 'forged' | 'old'): [Headers, string] {
    const copy = new Headers(headers);
    const isStripe = copy.has('stripe-signature');
    const sign = (secret: string, text: string) => createHmac('sha256', secret).update(text).digest('hex');
    const ageS = fault === 'old' ? 3 * 24 * 3_600 : 0;
    const seconds = Math.floor((Date.now() + providersMs) / 1_000) - ageS;
    if (isStripe) {
      const secret = fault === 'old' ? stripeSecret : 'whsec_of_somebody_else';
      copy.set('stripe-signature', `t=${seconds},v1=${sign(secret, `${seconds}.${body}`)}`);
      return [copy, body];
    }
    const old = body.replace(/"created_at":\d+(?=\}$)/, `"created_at":${seconds}`);
    const text = fault === 'old' ? old : body;
    copy.set('x-razorpay-event-id', `${fault}-${copy.get('x-razorpay-event-id')}`);
    copy.set('x-razorpay-signature', sign(fault === 'old' ? razorpaySecret : 'somebody else', text));
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
  for (const proxy of Object.values(proxies)) closings.push(proxy.stop);

  const outboxFile = join(folder, 'outbox.jsonl');
  const outbox = await openOutbox(outboxFile);
  closings.push(outbox.stop);

  const { bundles, remove } = await bundleAll(basename(folder));
  closings.push(remove);

  const clocks = Array.from({ length: hostCount }, (_, at) =>
    at === 0 ? 0 : (at % 2 === 1 ? 1 : -1) * random.between(2, 7),
  );
  const hosts = await openHosts({
    bundles,
    log,
    clocks: clocks.map((minutes) => minutes * MINUTE_MS),
    settings: {
      ...providers.settings,
      RAZORPAY_API_URL: proxies.razorpay.url,
      STRIPE_API_URL: proxies.stripe.url,
      UPSTASH_REDIS_REST_URL: proxies.redis.url,
      UPSTASH_REDIS_REST_TOKEN: redis.token,
      PERSON_HASH_KEY: 'no-secret-because-this-shop-has-no-persons',
      SMTP_URL: outbox.url,
      MAIL_FROM: `${brand.name} <${brand.support.email}>`,
      SITE_URL: SITE,
      SHOP_TRUST_PROXY: '1',
    },
  });
  call = hosts.call;
  closings.push(hosts.stop);

  const range = random.shuffled(catalogue.filter(({ earlyOrder }) => !earlyOrder)).slice(0, RANGE);
  const initial = new Map<string, number>();
  for (const product of catalogue) {
    for (const size of sizesOf(product)) {
      initial.set(variant(product.id, size), initialStock(product, size));
    }
  }
  for (const product of range) {
    for (const [at, size] of sizesOf(product).entries()) {
      const pieces = at % 2 === 0 ? PLENTY : SCARCE;
      initial.set(variant(product.id, size), pieces);
      await redis.ask('HSET', stockKey(), variant(product.id, size), pieces);
    }
  }
  const codes = Array.from({ length: 8 }, () =>
    codeOf(Array.from({ length: CODE_LENGTH }, () => random.pick([...codeLetters])).join('')),
  );
  const madeAt = Date.now();
  for (const code of codes) {
    const made = { code, percent: 20, madeAt, expiresAt: madeAt + 365 * 24 * 60 * MINUTE_MS };
    await redis.ask('HSET', codesKey(), code, JSON.stringify(made));
  }

  return {
    redis,
    hosts,
    proxies,
    faultCounts,
    providers,
    range,
    codes,
    initial,
    clocks,
    log,
    forgedWebhooks,
    mails: async () =>
      (await readFile(outboxFile, 'utf8').catch(() => ''))
        .split('\n')
        .filter((line) => line !== '')
        .map((line) => JSON.parse(line) as StoredEmail),
    webhookFaults: (fault) => {
      nextFault = fault;
    },
    moveProviders: (ms) => {
      providersMs = ms;
      moves.push({ since: Date.now(), ms });
    },
    // Each move is longer than the time between two moves.
    realTime: (at) => at - (moves.findLast(({ since, ms }) => at - ms >= since)?.ms ?? 0),
    failureNoticesAt,
    markQuiet: () => quiet.push(Date.now()),
    quietBefore: (at) => quiet.findLast((since) => since <= at) ?? 0,
    close: async () => {
      for (const part of closings.reverse()) await part().catch(() => {});
    },
  };
}
