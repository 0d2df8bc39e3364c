/** After the faults: completes all open work, with clocks moved past every limit. */
import { HOUR_MS, MINUTE_MS } from '../../../src/domain/time-units.ts';
import { emailOutboxKey, newsletterOutboxKey } from '../../../netlify/storage/keys.ts';
import type { Random } from '../../support/seeded-random.ts';
import { buyAfterwards } from './recovery.ts';
import { decideAll } from './provider-events.ts';
import type { ShopperContext } from './shopper.ts';
import type { Environment } from './environment.ts';

const DELIVERIES = 6;

/**
 * Clock times of the reconciliation job: after every attempt's reservation, after the last minute that any clock allows a
 * reservation, then after each payment retry.
 */
const LATER_MS = [0, 40 * MINUTE_MS, 70 * MINUTE_MS, ...[2, 9, 20, 40, 80].map((hours) => hours * HOUR_MS)];

/** And the same once more, when nobody pays any more: an order that was paid late is checked from then on. */
const ALL_MS = [...LATER_MS, ...LATER_MS.map((later) => 80 * HOUR_MS + later)];

/**
 * Releases the locks of dead runs, as time would, and makes all emails due. A lock without an expiry stays, so that the
 * rules find it.
 */
async function releaseLocks({ redis }: Environment): Promise<void> {
  for (const list of [emailOutboxKey(), newsletterOutboxKey()]) {
    const waiting = await redis.ask<string[]>('ZRANGE', list, 0, -1);
    for (const email of waiting) await redis.ask('ZADD', list, 'XX', 1, email);
  }
  for (const lock of await redis.ask<string[]>('KEYS', 'in-hand:*')) {
    if ((await redis.ask<number>('PTTL', lock)) !== -1) await redis.ask('DEL', lock);
  }
}

/** Waits until no webhook is in transit. */
async function settle({ providers, markQuiet }: Environment): Promise<void> {
  await providers.webhooks.settled();
  markQuiet();
}

async function reconcileUntilQuiet(environment: Environment): Promise<void> {
  for (let round = 0; round < 12; round += 1) {
    await releaseLocks(environment);
    const { left } = await environment.hosts.reconcile('spare');
    await settle(environment);
    const unsent = await environment.redis.ask<number>('ZCARD', emailOutboxKey());
    if (left === 0 && unsent === 0) return;
  }
}

/** Shoppers who left a window open pay in it now, after everybody else has stopped waiting for it. */
function payLate({ providers }: Environment, leftOpen: ShopperContext['leftOpen'], random: Random): number {
  let paid = 0;
  for (const { provider, id } of leftOpen) {
    if (!random.happens(0.6)) continue;
    try {
      const end = provider === 'razorpay' ? providers.razorpay.pay(id) : providers.stripe.pay(id);
      if (!('error' in end)) paid += 1;
    } catch {
      // Its page has expired.
    }
  }
  return paid;
}

/**
 * @param context of a run whose shoppers have left; a new shopper buys at the end
 * @returns the number of payments that arrived after the reservation of their order had expired
 */
export async function settleEverything(
  environment: Environment,
  context: ShopperContext,
  random: Random,
): Promise<number> {
  const { providers, hosts } = environment;
  const { leftOpen } = context;
  decideAll(environment, random.fork('banks'));
  await providers.webhooks.settled();
  for (const { id, state } of providers.books().deliveries) {
    // Runs delayed retries now, and deliveries that a whole run of faults has exhausted: real providers retry for days.
    // Some processes refuse them because of their clocks; the reconciliation job handles those.
    for (let tries = 0; tries < DELIVERIES && (state === 'waiting' || state === 'given-up'); tries += 1) {
      const answer = await providers.webhooks.deliver(id).catch(() => undefined);
      if (answer?.ok) break;
    }
  }
  await settle(environment);
  let paidLate = 0;
  for (const later of ALL_MS) {
    hosts.moveClocks(later);
    environment.moveProviders(later);
    // Some pay just as their time expires, before the job has checked.
    const half = leftOpen.splice(0, later === 0 ? 0 : Math.ceil(leftOpen.length / 2));
    paidLate += payLate(environment, half, random);
    await reconcileUntilQuiet(environment);
    paidLate += payLate(
      environment,
      later === 0 ? [] : leftOpen.splice(0, Math.ceil(leftOpen.length / 2)),
      random,
    );
    await settle(environment);
  }
  await buyAfterwards(context);
  await settle(environment);
  await reconcileUntilQuiet(environment);
  return paidLate;
}
