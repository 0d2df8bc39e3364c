/** One run: shoppers and troubles at once, then peace, then the truth. */
import { readFile } from 'node:fs/promises';
import { setTimeout as wait } from 'node:timers/promises';
import { allOrdersKey, needsOwnerKey } from '../../../netlify/storage/keys.ts';
import { describeApi } from '../../../scripts/openapi/describe.ts';
import { judgeBy } from '../fuzz/assertions.ts';
import { banking } from './bank-events.ts';
import { compileStores } from './browser.ts';
import { calmDown, type Calmed } from './settle.ts';
import { chanceOf } from './random.ts';
import { findings } from './invariants.ts';
import type { Finding } from './invariants/rule.ts';
import { type Street, visit } from './shopper.ts';
import { staffing } from './staff.ts';
import { type City, openCity } from './environment.ts';
import { planTroubles } from './fault-schedule.ts';
import { readTruth, type Truth } from './ground-truth.ts';
import { newWitness, type Witness } from './client-log.ts';

export interface RunOptions {
  seed: string;
  /** How long shoppers shop among troubles; what follows takes about as long again. */
  seconds: number;
  /** How many shoppers are in the shop at a time. */
  crowd: number;
  /** Processes of functions. */
  hosts: number;
  /** How long a page is looked at, at most, in ms. */
  lookMs: number;
}

export interface Outcome extends RunOptions {
  findings: Finding[];
  witness: Witness;
  faults: ReturnType<City['tally']['rows']>;
  calmed: Calmed;
  shoppers: number;
  clocks: readonly number[];
  truth: Truth;
  startedAt: number;
  /** Where troubles ended. */
  calmAt: number;
  cancelled: number;
  /** What the functions wrote to their log, and how often. */
  logged: { line: string; times: number }[];
}

const SWEEP_EVERY_MS = 3_000;
const EARLY_MS = 40 * 60_000;

export async function runFaults(
  options: RunOptions,
  say: (line: string) => void = () => {},
): Promise<Outcome> {
  const { seed, seconds, crowd } = options;
  const chance = chanceOf(seed);
  const judge = judgeBy(describeApi());
  const city = await openCity(chance.fork('city'), options.hosts);
  try {
    say(`functions log to ${city.log}`);
    const witness = newWitness();
    const troubles = planTroubles(city, chance.fork('troubles'), EARLY_MS);
    city.webhookFaults(troubles.webhook);
    const startedAt = Date.now();
    const until = startedAt + seconds * 1_000;
    const isOver = () => Date.now() > until;
    const street: Street = {
      code: await compileStores(),
      ...{ hosts: city.hosts, witness, network: troubles.network, providers: city.providers, judge },
      ...{ range: city.range, codes: city.codes, lookMs: options.lookMs, leftOpen: [], later: [], isOver },
    };
    let shoppers = 0;
    const places = Array.from({ length: crowd }, async () => {
      while (!isOver()) {
        shoppers += 1;
        await visit(shoppers, street, chance.fork(`shopper ${shoppers}`));
      }
    });
    const cancelled = { count: 0 };
    const others = [
      sweeping(city, isOver),
      owning(city, isOver, chance.fork('owner'), cancelled),
      banking(city, isOver, chance.fork('banks')),
      staffing(city, isOver, chance.fork('staff'), witness.staff),
    ];
    await troubles.play(seconds * 1_000);
    const calmAt = Date.now();
    say(`${shoppers} shoppers came; troubles are over, the last ones finish`);
    await Promise.all([...places, ...others]);
    city.webhookFaults(() => undefined);
    // What was begun for callers who gave up is done all the same.
    await Promise.all(Object.values(city.proxies).map((proxy) => proxy.settled()));
    await Promise.allSettled(street.later);
    say('clocks go on, what is owed is done');
    const calmed = await calmDown(city, street, chance.fork('late'));
    const truth = await readTruth(city);
    return {
      ...options,
      ...{
        findings: findings({ truth, witness, city, fates: city.hosts.fates() }),
        witness,
        faults: city.tally.rows(),
        calmed,
      },
      ...{ shoppers, clocks: city.clocks, truth, startedAt, calmAt },
      cancelled: cancelled.count,
      logged: await readLog(city.log),
    };
  } finally {
    await city.close();
  }
}

/** Without ids, so that what is the same counts as the same. */
async function readLog(file: string): Promise<Outcome['logged']> {
  const counts = new Map<string, number>();
  for (const line of (await readFile(file, 'utf8')).split('\n')) {
    if (line.trim() === '') continue;
    let told = line.trim();
    try {
      const { route = '', error = '', message = '' } = JSON.parse(line) as Record<string, string>;
      told = [route, error, message].filter((part) => part !== '').join(': ');
    } catch {
      // Not of the shop's own log, or torn where its process was killed.
    }
    const same = told.replace(/\b[0-9a-f]{40}\b/g, '<sha>').slice(0, 200);
    counts.set(same, (counts.get(same) ?? 0) + 1);
  }
  return [...counts].map(([line, times]) => ({ line, times })).sort((a, b) => b.times - a.times);
}

/** The schedule, faster than five minutes, on whichever process comes next. */
async function sweeping({ hosts }: City, isOver: () => boolean): Promise<void> {
  while (!isOver()) {
    await wait(SWEEP_EVERY_MS);
    await hosts.sweep();
  }
}

/** The owner cancels an order now and then, and ends what waits for a decision. */
async function owning(
  { redis, hosts }: City,
  isOver: () => boolean,
  chance: ReturnType<typeof chanceOf>,
  cancelled: { count: number },
): Promise<void> {
  while (!isOver()) {
    await wait(chance.between(500, 3_000));
    const ids = await redis.ask<string[]>('ZRANGE', allOrdersKey(), 0, -1).catch(() => []);
    if (ids.length === 0) continue;
    if ((await hosts.own('cancel', chance.of(ids))) === 'done') cancelled.count += 1;
    const waiting = await redis.ask<string[]>('SMEMBERS', needsOwnerKey()).catch(() => []);
    if (waiting.length === 0) continue;
    const id = chance.of(waiting.toSorted());
    await Promise.all([hosts.own('refundAgain', id), hosts.own('refundAgain', id), hosts.own('release', id)]);
  }
}
