/** The faults of a run, one after the other in random order, and how often each happened. */
import { setTimeout as wait } from 'node:timers/promises';
import type { Environment } from './environment.ts';
import type { Random } from '../../support/seeded-random.ts';
import { type InjectedFault, type Wire, type WireFault, wireFaults } from './faulty-proxy.ts';

/** What the shopper's own network does to a call. */
const networkFaults = {
  'lost-request': 'the call is lost on its way',
  'lost-answer': 'the answer is lost, the shopper asks again',
  'sent-twice': 'the call arrives twice at once',
} as const;
export type NetworkFault = keyof typeof networkFaults;

const webhookFaults = {
  lost: 'lost on its way',
  unheard: 'arrives, its answer is lost',
  twice: 'arrives twice at once',
  late: 'arrives late, after others',
  forged: 'comes with a wrong signature as well',
  old: 'comes with an old timestamp as well',
} as const;
export type WebhookFault = keyof typeof webhookFaults;

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
export function planFaults(
  { redis, hosts, proxies }: Pick<Environment, 'redis' | 'hosts' | 'proxies'>,
  random: Random,
  earlyMs: number,
) {
  const counts = new Map<string, { fault: string; isOfPart: boolean; times: number; hit: number }>();
  /** @param isOfPart whether a part of the shop breaks, and every call meets the fault meanwhile; else a single call fails */
  function count(fault: string, isOfPart: boolean, calls: number): void {
    const { times, hit } = counts.get(fault) ?? { times: 0, hit: 0 };
    counts.set(fault, { fault, isOfPart, times: times + 1, hit: hit + calls });
  }

  const wires = new Map<Wire, { fault: WireFault; name: string }>();
  const wireRandom = random.fork('wires');
  for (const wire of Object.keys(proxies) as Wire[]) {
    proxies[wire].inject((): InjectedFault | undefined => {
      const now = wires.get(wire);
      const share = wireFaults[now?.fault ?? 'slow'].share * (wire === 'redis' ? 1 : PROVIDERS_SHARE);
      if (!now || !wireRandom.happens(share)) return undefined;
      count(now.name, false, 1);
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
        wires.set(wire, { fault, name });
        await wait(ms);
        wires.delete(wire);
      },
    };
  };

  /** @param work returns the number of affected calls; null if the fault did not happen */
  const lasting = (name: string, work: (ms: number) => Promise<number | null>): Episode => ({
    name,
    work: async (ms) => {
      const hit = await work(ms);
      if (hit !== null) count(name, true, hit);
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
      ...(Object.keys(wireFaults) as WireFault[]).flatMap((fault) =>
        wireFaults[fault].of.map((wire) => onWire(wire, fault)),
      ),
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

  let isOn = false;

  /** @returns a function that draws one of these faults for this share of calls, while faults are on */
  function some<Fault extends string>(who: string, share: number, says: Record<Fault, string>) {
    const of = random.fork(who);
    return (faults: readonly Fault[]): Fault | undefined => {
      if (!isOn || !of.happens(share)) return undefined;
      const fault = of.pick(faults);
      count(`${who}: ${says[fault]}`, false, 1);
      return fault;
    };
  }
  const network = some("Shopper's network", 0.05, networkFaults);
  const webhook = some('Webhook', 0.4, webhookFaults);

  return {
    /** @param canRepeat whether a call that arrives twice counts once */
    network: (canRepeat: boolean) =>
      network(['lost-request', 'lost-answer', 'lost-answer', canRepeat ? 'sent-twice' : 'lost-answer']),
    webhook: () => webhook(Object.keys(webhookFaults) as WebhookFault[]),
    counts: () => [...counts.values()].sort((a, b) => a.fault.localeCompare(b.fault)),

    /** Injects faults until the time is over and all parts work again. @param ms duration */
    play: async (ms: number): Promise<void> => {
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
    },
  };
}
