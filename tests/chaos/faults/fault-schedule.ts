/** The faults of a run, one after the other in random order. */
import { setTimeout as wait } from 'node:timers/promises';
import type { NetworkFault } from './logged-fetch.ts';
import type { Random } from './random.ts';
import { type FaultyProxy, type InjectedFault, type WireFault, wireFaults } from './faulty-proxy.ts';
import type { Hosts } from './hosts.ts';
import type { KillableRedis } from './killable-redis.ts';
import type { FaultCounts } from './fault-counts.ts';

export interface FaultTargets {
  redis: KillableRedis;
  hosts: Hosts;
  /** The proxies in front of Redis and of both providers. */
  proxies: { redis: FaultyProxy; razorpay: FaultyProxy; stripe: FaultyProxy };
  faultCounts: FaultCounts;
}

export type WebhookFault = 'lost' | 'unheard' | 'twice' | 'late' | 'forged' | 'old';

export interface FaultSchedule {
  network: (canRepeat: boolean) => NetworkFault | undefined;
  webhook: () => WebhookFault | undefined;
  /** Injects faults until the time is over and all parts work again. @param ms duration */
  play: (ms: number) => Promise<void>;
}

type Wire = keyof FaultTargets['proxies'];

/** Providers get fewer calls than Redis. */
const PROVIDERS_SHARE = 1.6;

/** Redis's own errors when it cannot work. */
const REFUSALS = [
  "OOM command not allowed when used memory > 'maxmemory'.",
  "READONLY You can't write against a read only replica.",
  'MISCONF Redis is configured to save RDB snapshots, but it is currently unable to persist to disk.',
  'LOADING Redis is loading the dataset in memory',
];

/** The gateway's answer to a command, or to each command of a pipeline. */
export function refusalOf(body: string, at: number): { status: number; type: string; body: string } {
  const error = REFUSALS[at % REFUSALS.length];
  const isPipeline = body.startsWith('[[');
  const count = isPipeline ? (JSON.parse(body) as unknown[]).length : 1;
  const errors = isPipeline ? Array.from({ length: count }, () => ({ error })) : { error };
  return { status: isPipeline ? 200 : 400, type: 'application/json', body: JSON.stringify(errors) };
}

/** Only Redis's own client sends a command twice, after an answer that was lost: `drop-after` covers it. */
const OF_REDIS: readonly WireFault[] = [
  'drop-before',
  'drop-after',
  'hang-after',
  'error-before',
  'error-after',
  'bad-gateway',
  'refuse',
  'cut',
  'slow',
  'too-late',
];
const OF_PROVIDERS: readonly WireFault[] = [
  'drop-before',
  'drop-after',
  'hang-before',
  'hang-after',
  'error-before',
  'error-after',
  'garbage',
  'slow',
  'too-late',
  'twice',
  'cut',
];

/** Delays in ms. A function waits 4 s for Redis and 8 s for a provider (netlify/storage/redis, netlify/payments). */
const LATE_MS = {
  slow: { redis: [200, 1_500], provider: [500, 4_000] },
  'too-late': { redis: [4_200, 6_000], provider: [8_300, 10_500] },
} as const;

interface Episode {
  name: string;
  work: (ms: number) => Promise<void>;
}

/** @param earlyMs shift of a clock under which the reconciliation job runs after every reservation has expired */
export function planFaults(targets: FaultTargets, random: Random, earlyMs: number): FaultSchedule {
  const { redis, hosts, proxies, faultCounts } = targets;
  const wires: Record<Wire, { fault: WireFault; name: string } | null> = {
    redis: null,
    razorpay: null,
    stripe: null,
  };
  const wireRandom = random.fork('wires');
  for (const wire of Object.keys(proxies) as Wire[]) {
    proxies[wire].inject((): InjectedFault | undefined => {
      const now = wires[wire];
      const share = wireFaults[now?.fault ?? 'slow'].share * (wire === 'redis' ? 1 : PROVIDERS_SHARE);
      if (!now || !wireRandom.happens(share)) return undefined;
      faultCounts.call(now.name);
      const [least, most] =
        LATE_MS[now.fault === 'too-late' ? 'too-late' : 'slow'][wire === 'redis' ? 'redis' : 'provider'];
      return { fault: now.fault, ms: wireRandom.between(least, most) };
    });
  }

  const onWire = (wire: Wire, fault: WireFault): Episode => {
    const who = { redis: 'Redis gateway', razorpay: 'Razorpay', stripe: 'Stripe' }[wire];
    const name = `${who}: ${wireFaults[fault].says}`;
    return {
      name,
      work: async (ms) => {
        wires[wire] = { fault, name };
        await wait(ms);
        wires[wire] = null;
      },
    };
  };

  /** @param work returns the number of affected calls; null if the fault did not happen */
  const lasting = (name: string, work: (ms: number) => Promise<number | null>): Episode => ({
    name,
    work: async (ms) => {
      const hit = await work(ms);
      if (hit !== null) faultCounts.part(name, hit);
    },
  });

  const kill = (): Episode =>
    lasting('Functions: the process is killed (SIGKILL)', (ms) =>
      hosts.kill(random.between(0, hosts.count - 1), Math.min(ms, 600)),
    );

  /** Affects every call that comes during the fault. */
  const ofServer = (name: string, work: (ms: number) => Promise<void>): Episode =>
    lasting(name, async (ms) => {
      const before = proxies.redis.callCount();
      await work(ms);
      return proxies.redis.callCount() - before;
    });

  const deck = (): Episode[] =>
    random.shuffled([
      ofServer('Redis: killed (SIGKILL), started again on its data', (ms) => redis.kill(ms / 3)),
      ofServer('Redis: stopped (SIGSTOP), then goes on', (ms) => redis.freeze(ms)),
      lasting('Redis: no memory for writes (-OOM)', (ms) => redis.fill(ms)),
      ...OF_REDIS.map((fault) => onWire('redis', fault)),
      ...OF_PROVIDERS.map((fault) => onWire('razorpay', fault)),
      ...OF_PROVIDERS.map((fault) => onWire('stripe', fault)),
      ...Array.from({ length: 10 }, kill),
      ...Array.from({ length: 2 }, () =>
        lasting('Clock: a reconciliation job whose clock is 40 minutes ahead', async () => {
          hosts.moveSpareClock(earlyMs);
          const { status } = await hosts.reconcile('spare');
          hosts.moveSpareClock(0);
          return status === 200 ? 1 : null;
        }),
      ),
    ]);

  const webhooks = random.fork('webhooks');
  const networks = random.fork('networks');
  let isOn = false;

  function some<Fault extends string>(
    of: Random,
    share: number,
    faults: readonly Fault[],
    name: (fault: Fault) => string,
  ): Fault | undefined {
    if (!isOn || !of.happens(share)) return undefined;
    const fault = of.pick(faults);
    faultCounts.call(name(fault));
    return fault;
  }

  const ofNetwork: Record<NetworkFault, string> = {
    'lost-request': 'the call is lost on its way',
    'lost-answer': 'the answer is lost, the shopper asks again',
    'sent-twice': 'the call arrives twice at once',
  };
  const ofWebhook: Record<WebhookFault, string> = {
    lost: 'lost on its way',
    unheard: 'arrives, its answer is lost',
    twice: 'arrives twice at once',
    late: 'arrives late, after others',
    forged: 'comes with a wrong signature as well',
    old: 'comes with an old timestamp as well',
  };

  async function play(ms: number): Promise<void> {
    isOn = true;
    const until = Date.now() + ms;
    // Two sequences run at once, so that faults overlap; those of Redis itself do not.
    const row = async (mostRest: number, episodes: () => Episode | undefined) => {
      while (Date.now() < until) {
        const episode = episodes();
        const left = until - Date.now();
        if (episode) await episode.work(Math.min(left, random.between(700, 2_400)));
        await wait(Math.max(0, Math.min(random.between(0, mostRest), until - Date.now())));
      }
    };
    const cards = deck();
    const take = (isWanted: (episode: Episode) => boolean) => {
      if (!cards.some(isWanted)) cards.push(...deck());
      const at = cards.findIndex(isWanted);
      return cards.splice(at, 1)[0];
    };
    const isOfRedis = ({ name }: Episode) => name.startsWith('Redis');
    await Promise.all([
      row(2_500, () => take(isOfRedis)),
      row(300, () => take((episode) => !isOfRedis(episode))),
    ]);
    isOn = false;
  }

  return {
    network: (canRepeat) =>
      some(
        networks,
        0.05,
        ['lost-request', 'lost-answer', 'lost-answer', canRepeat ? 'sent-twice' : 'lost-answer'],
        (fault) => `Shopper's network: ${ofNetwork[fault]}`,
      ),
    webhook: () =>
      some(
        webhooks,
        0.4,
        ['lost', 'unheard', 'twice', 'late', 'forged', 'old'],
        (fault) => `Webhook: ${ofWebhook[fault]}`,
      ),
    play,
  };
}
