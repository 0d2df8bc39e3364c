/** Nothing is broken any more: everything that is still owed is done, with clocks moved past every limit. */
import { emailOutboxKey, newsletterOutboxKey } from '../../../netlify/storage/keys.ts';
import type { Chance } from './random.ts';
import { buyAfterwards } from './recovery.ts';
import { decideAll } from './bank-events.ts';
import type { Street } from './shopper.ts';
import type { City } from './environment.ts';

const MINUTE_MS = 60_000;
const HOUR_MS = 60 * MINUTE_MS;

const DELIVERIES = 6;

/** When the sweep looks again, as clocks say: past every reservation, then past each step of following a payment. */
const LATER_MS = [0, 40 * MINUTE_MS, 2 * HOUR_MS, 9 * HOUR_MS, 20 * HOUR_MS, 40 * HOUR_MS, 80 * HOUR_MS];

/** And when nobody pays any more: an order that was paid late is followed from then on. */
const LAST_MS = LATER_MS.map((later) => 80 * HOUR_MS + later);

/**
 * A minute in which a letter, or a refund, is in the hand of a run that died is not waited for: the hand is opened as time
 * would. The same for letters that are to go out later. A hand that would never open stays shut, to be found.
 */
async function openHands({ redis }: City): Promise<void> {
  for (const list of [emailOutboxKey(), newsletterOutboxKey()]) {
    const waiting = await redis.ask<string[]>('ZRANGE', list, 0, -1);
    for (const letter of waiting) await redis.ask('ZADD', list, 'XX', 1, letter);
  }
  for (const hand of await redis.ask<string[]>('KEYS', 'in-hand:*')) {
    if ((await redis.ask<number>('PTTL', hand)) !== -1) await redis.ask('DEL', hand);
  }
}

/** Until no webhook is on its way: what is told from then on was found out from then on. */
async function settle({ providers, markQuiet }: City): Promise<void> {
  await providers.webhooks.settled();
  markQuiet();
}

async function sweepUntilQuiet(city: City): Promise<void> {
  for (let round = 0; round < 12; round += 1) {
    await openHands(city);
    const { left } = await city.hosts.sweep('keeper');
    await settle(city);
    const letters = await city.redis.ask<number>('ZCARD', emailOutboxKey());
    if (left === 0 && letters === 0) return;
  }
}

/** Those who had left a window open pay by it after all, when nobody waits for it any more. */
function payLate({ providers }: City, leftOpen: Street['leftOpen'], chance: Chance): number {
  let paid = 0;
  for (const { provider, id } of leftOpen) {
    if (!chance.isOnce(0.6)) continue;
    try {
      const end = provider === 'razorpay' ? providers.razorpay.pay(id) : providers.stripe.pay(id);
      if (!('error' in end)) paid += 1;
    } catch {
      // Its page is over.
    }
  }
  return paid;
}

export interface Calmed {
  /** Payments that came after the reservation of their order was over. */
  paidLate: number;
}

/** @param street whose shoppers have left; somebody new buys in it at last */
export async function calmDown(city: City, street: Street, chance: Chance): Promise<Calmed> {
  const { providers, hosts } = city;
  const { leftOpen } = street;
  decideAll(city, chance.fork('banks'));
  await providers.webhooks.settled();
  for (const { id, state } of providers.books().deliveries) {
    // What is to be tried again in a while is tried now, and what a whole run of troubles has outlasted: real providers
    // try for days. Some processes refuse it because of their clocks; what fails still is left to the sweep.
    for (let tries = 0; tries < DELIVERIES && (state === 'waiting' || state === 'given-up'); tries += 1) {
      const answer = await providers.webhooks.deliver(id).catch(() => undefined);
      if (answer?.ok) break;
    }
  }
  await settle(city);
  let paidLate = 0;
  for (const later of LATER_MS) {
    hosts.moveAll(later);
    city.moveProviders(later);
    // Some pay just when their time is over, before anybody has looked.
    const half = leftOpen.splice(0, later === 0 ? 0 : Math.ceil(leftOpen.length / 2));
    paidLate += payLate(city, half, chance);
    await sweepUntilQuiet(city);
    paidLate += payLate(city, later === 0 ? [] : leftOpen.splice(0, Math.ceil(leftOpen.length / 2)), chance);
    await settle(city);
  }
  for (const later of LAST_MS) {
    hosts.moveAll(later);
    city.moveProviders(later);
    await sweepUntilQuiet(city);
  }
  await buyAfterwards(street);
  await settle(city);
  await sweepUntilQuiet(city);
  return { paidLate };
}
