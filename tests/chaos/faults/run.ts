/** One run: shoppers and faults at the same time, then recovery, then the rules. */
import { readFile } from 'node:fs/promises';
import { setTimeout as wait } from 'node:timers/promises';
import { allOrdersKey, needsOwnerKey } from '../../../netlify/storage/keys.ts';
import { describeApi } from '../../../scripts/openapi/describe.ts';
import { answerCheckBy } from '../fuzz/assertions.ts';
import { runBanks } from './provider-events.ts';
import { compileStores } from './browser.ts';
import { settleEverything } from './settle.ts';
import { seededRandom } from './random.ts';
import { findings } from './invariants.ts';
import type { Finding } from './invariants/rule.ts';
import { type ShopperContext, visit } from './shopper.ts';
import { runStaff } from './staff.ts';
import { type Environment, openEnvironment } from './environment.ts';
import { planFaults } from './fault-schedule.ts';
import { readGroundTruth, type GroundTruth } from './ground-truth.ts';
import { newClientLog, type ClientLog } from './client-log.ts';

export interface RunOptions {
  seed: string;
  /** How long shoppers shop during faults; recovery takes about as long again. */
  seconds: number;
  /** How many shoppers are in the shop at a time. */
  crowd: number;
  /** Processes of functions. */
  hosts: number;
  /** The longest time on a page, in ms. */
  lookMs: number;
}

export interface Outcome extends RunOptions {
  findings: Finding[];
  clientLog: ClientLog;
  faults: ReturnType<Environment['faultCounts']['rows']>;
  /** Payments that arrived after the reservation of their order had expired. */
  paidLate: number;
  shoppers: number;
  clocks: readonly number[];
  truth: GroundTruth;
  cancelled: number;
  /** The functions' log lines, and how often each came. */
  logged: { line: string; times: number }[];
}

const RECONCILE_EVERY_MS = 3_000;
const EARLY_MS = 40 * 60_000;

export async function runFaults(
  options: RunOptions,
  say: (line: string) => void = () => {},
): Promise<Outcome> {
  const { seed, seconds, crowd } = options;
  const random = seededRandom(seed);
  const checkAnswer = answerCheckBy(describeApi());
  const environment = await openEnvironment(random.fork('environment'), options.hosts);
  try {
    say(`functions log to ${environment.log}`);
    const clientLog = newClientLog();
    const { hosts, providers, range, codes } = environment;
    const schedule = planFaults(environment, random.fork('schedule'), EARLY_MS);
    environment.webhookFaults(schedule.webhook);
    const until = Date.now() + seconds * 1_000;
    const isOver = () => Date.now() > until;
    const context: ShopperContext = {
      code: await compileStores(),
      clientLog,
      network: schedule.network,
      checkAnswer,
      hosts,
      providers,
      range,
      codes,
      lookMs: options.lookMs,
      leftOpen: [],
      later: [],
      isOver,
    };
    let shoppers = 0;
    const places = Array.from({ length: crowd }, async () => {
      while (!isOver()) {
        shoppers += 1;
        await visit(shoppers, context, random.fork(`shopper ${shoppers}`));
      }
    });
    const cancelled = { count: 0 };
    const others = [
      runReconciliation(environment, isOver),
      runOwner(environment, isOver, random.fork('owner'), cancelled),
      runBanks(environment, isOver, random.fork('banks')),
      runStaff(environment, isOver, random.fork('staff'), clientLog.staff),
    ];
    await schedule.play(seconds * 1_000);
    say(`${shoppers} shoppers came; the faults are over, the last shoppers finish`);
    await Promise.all([...places, ...others]);
    environment.webhookFaults(() => undefined);
    // Work for callers who gave up continues.
    await Promise.all(Object.values(environment.proxies).map((proxy) => proxy.settled()));
    await Promise.allSettled(context.later);
    say('clocks advance, open work is completed');
    const paidLate = await settleEverything(environment, context, random.fork('late'));
    const truth = await readGroundTruth(environment);
    return {
      ...options,
      findings: findings({ truth, clientLog, environment, exits: hosts.exits() }),
      clientLog,
      faults: environment.faultCounts.rows(),
      paidLate,
      shoppers,
      clocks: environment.clocks,
      truth,
      cancelled: cancelled.count,
      logged: await readLog(environment.log),
    };
  } finally {
    await environment.close();
  }
}

/** Replaces ids, so that equal lines count together. */
async function readLog(file: string): Promise<Outcome['logged']> {
  const counts = new Map<string, number>();
  for (const line of (await readFile(file, 'utf8')).split('\n')) {
    if (line.trim() === '') continue;
    let text = line.trim();
    try {
      const { route = '', error = '', message = '' } = JSON.parse(line) as Record<string, string>;
      text = [route, error, message].filter((part) => part !== '').join(': ');
    } catch {
      // Not a line of the shop's own log, or cut off when its process was killed.
    }
    const same = text.replace(/\b[0-9a-f]{40}\b/g, '<sha>').slice(0, 200);
    counts.set(same, (counts.get(same) ?? 0) + 1);
  }
  return [...counts].map(([line, times]) => ({ line, times })).sort((a, b) => b.times - a.times);
}

/** Runs the scheduled jobs more often than every five minutes, on the next process. */
async function runReconciliation({ hosts }: Environment, isOver: () => boolean): Promise<void> {
  while (!isOver()) {
    await wait(RECONCILE_EVERY_MS);
    await hosts.reconcile();
  }
}

/** The owner cancels an order now and then, and resolves orders that wait for a decision. */
async function runOwner(
  { redis, hosts }: Environment,
  isOver: () => boolean,
  random: ReturnType<typeof seededRandom>,
  cancelled: { count: number },
): Promise<void> {
  while (!isOver()) {
    await wait(random.between(500, 3_000));
    const ids = await redis.ask<string[]>('ZRANGE', allOrdersKey(), 0, -1).catch(() => []);
    if (ids.length === 0) continue;
    if ((await hosts.ownerDoes('cancel', random.pick(ids))) === 'done') cancelled.count += 1;
    const waiting = await redis.ask<string[]>('SMEMBERS', needsOwnerKey()).catch(() => []);
    if (waiting.length === 0) continue;
    const id = random.pick(waiting.toSorted());
    await Promise.all([
      hosts.ownerDoes('refundAgain', id),
      hosts.ownerDoes('refundAgain', id),
      hosts.ownerDoes('release', id),
    ]);
  }
}
