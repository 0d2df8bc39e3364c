/** One run: shoppers and faults at the same time, then recovery, then the rules. */
import { setTimeout as wait } from 'node:timers/promises';
import { allOrdersKey, needsOwnerKey } from '../../../netlify/storage/keys.ts';
import { describeApi } from '../../../scripts/openapi/describe.ts';
import { checkBy } from '../fuzz/assertions.ts';
import { runBanks } from './provider-events.ts';
import { compileStores } from './browser.ts';
import { settleEverything } from './settle.ts';
import { type Random, seededRandom } from '../../support/seeded-random.ts';
import { findings } from './invariants.ts';
import { type ShopperContext, visit } from './shopper.ts';
import { runStaff } from './staff.ts';
import { type Environment, openEnvironment } from './environment.ts';
import { planFaults } from './fault-schedule.ts';
import { readGroundTruth } from './ground-truth.ts';
import { newClientLog } from './client-log.ts';

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

const RECONCILE_EVERY_MS = 3_000;
const EARLY_MS = 40 * 60_000;

export async function runFaults(options: RunOptions, say: (line: string) => void = () => {}) {
  const { seed, seconds, crowd } = options;
  const random = seededRandom(seed);
  const checkAnswer = checkBy(describeApi());
  const environment = await openEnvironment(random.fork('environment'), options.hosts);
  try {
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
    const owner = runOwner(environment, isOver, random.fork('owner'));
    const others = [
      runReconciliation(environment, isOver),
      runBanks(environment, isOver, random.fork('banks')),
      runStaff(environment, isOver, random.fork('staff'), clientLog.staff),
    ];
    await schedule.play(seconds * 1_000);
    say(`${shoppers} shoppers came; the faults are over, the last shoppers finish`);
    await Promise.all([...places, ...others, owner]);
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
      faults: schedule.counts(),
      /** Payments that arrived after the reservation of their order had expired. */
      paidLate,
      shoppers,
      clocks: environment.clocks,
      truth,
      cancelled: await owner,
      log: hosts.log(),
    };
  } finally {
    await environment.close();
  }
}

export type Outcome = Awaited<ReturnType<typeof runFaults>>;

/** Runs the scheduled jobs more often than every five minutes, on the next process. */
async function runReconciliation({ hosts }: Environment, isOver: () => boolean): Promise<void> {
  while (!isOver()) {
    await wait(RECONCILE_EVERY_MS);
    await hosts.reconcile();
  }
}

/** The owner cancels an order now and then, and resolves orders that wait for a decision. @returns how many ended */
async function runOwner(
  { redis, hosts }: Environment,
  isOver: () => boolean,
  random: Random,
): Promise<number> {
  let cancelled = 0;
  const does = (verb: string, id: string) =>
    hosts.staffDo({ verb: `owner.${verb}`, subject: `order:${id}`, reason: '' });
  while (!isOver()) {
    await wait(random.between(500, 3_000));
    const ids = await redis.ask<string[]>('ZRANGE', allOrdersKey(), 0, -1).catch(() => []);
    if (ids.length === 0) continue;
    if ((await does('cancel', random.pick(ids))) === 'done') cancelled += 1;
    const waiting = await redis.ask<string[]>('SMEMBERS', needsOwnerKey()).catch(() => []);
    if (waiting.length === 0) continue;
    const id = random.pick(waiting.toSorted());
    await Promise.all([does('refundAgain', id), does('refundAgain', id), does('release', id)]);
  }
  return cancelled;
}
