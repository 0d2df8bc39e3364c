/**
 * `npm run chaos -- overload` opens the whole shop, floods log-in, order and search from a few addresses far beyond their
 * limits, and looks at how ordinary shoppers from other addresses fare, beside the same without a flood in the same run.
 */
import process from 'node:process';
import { openShopProcess } from '../bench/speed/shop-process.ts';
import { leaveSection, markdownTable } from '../report/report.ts';
import { barPlot } from '../report/plots.ts';
import { exitWith, projectRoot, step } from '../setup.mjs';
import { takeSnapshot } from '../local/site-build.ts';
import type { Flood } from './overload/attackers.ts';
import type { Account, Sample, Shop, StepName } from './overload/shoppers.ts';

/** Quiet and flooded times take turns, so that what the machine does beside them meets both. */
const ROUNDS = 3;
const SECONDS = 9;
/** At once; each makes one visit after the other, every visit from another network. */
const SHOPPERS = 4;

interface Fared {
  quiet: Sample[];
  flooded: Sample[];
  floods: Flood[];
}

async function measure(shop: Shop): Promise<Fared> {
  // They read the catalogue, which has to be there first.
  const { networkOf, register, visit } = await import('./overload/shoppers.ts');
  const { floods } = await import('./overload/attackers.ts');
  // So many that none of them comes to its own limit of ten orders in ten minutes, on a fast machine either.
  const accounts: Account[] = [];
  for (let number = 0; number < SHOPPERS * 10; number += 1) {
    accounts.push(await register(shop, networkOf(500 + number)));
  }
  const tokens: string[] = [];
  for (let number = 0; number < 5; number += 1)
    tokens.push((await register(shop, networkOf(900 + number))).token);

  const fared: Fared = { quiet: [], flooded: [], floods: [] };
  let visits = 1_000;
  async function shoppers(until: number, into: Sample[]): Promise<void> {
    await Promise.all(
      Array.from({ length: SHOPPERS }, async () => {
        while (performance.now() < until) {
          visits += 1;
          const account = accounts[visits % accounts.length] as Account;
          await visit(shop, visits, account, (sample) => into.push(sample));
        }
      }),
    );
  }
  const untilThen = () => performance.now() + SECONDS * 1_000;
  for (let round = 0; round < ROUNDS; round += 1) {
    await shoppers(untilThen(), fared.quiet);
    const [found] = await Promise.all([
      floods(shop, SECONDS + 1, tokens),
      shoppers(untilThen(), fared.flooded),
    ]);
    fared.floods.push(...found);
  }
  return fared;
}

function percentile(samples: readonly Sample[], share: number): number {
  const sorted = samples.map(({ ms }) => ms).sort((a, b) => a - b);
  return sorted[Math.floor((sorted.length - 1) * share)] ?? 0;
}

function tables({ quiet, flooded, floods }: Fared, steps: readonly StepName[]) {
  const of = (samples: readonly Sample[], name: StepName) => samples.filter((sample) => sample.step === name);
  const ms = (value: number) => `${value.toFixed(value < 10 ? 1 : 0)} ms`;
  const rows = steps.map((name) => {
    const [before, during] = [of(quiet, name), of(flooded, name)];
    const ratio = percentile(during, 0.5) / Math.max(0.1, percentile(before, 0.5));
    return [
      name,
      ...[before, during].flatMap((samples) =>
        [0.5, 0.95, 0.99].map((share) => ms(percentile(samples, share))),
      ),
      `${ratio.toFixed(1)}×`,
      `${during.filter(({ ok }) => ok).length} of ${during.length}`,
    ];
  });
  const columns = ['step', 'p50', 'p95', 'p99', 'flooded p50', 'p95', 'p99', 'p50 ratio', 'worked, flooded'];
  const names = [...new Set(floods.map(({ name }) => name))];
  const attacks = names.map((name) => {
    const own = floods.filter((each) => each.name === name);
    const answers = new Map<string, number>();
    for (const flood of own) {
      for (const [status, count] of Object.entries(flood.answers)) {
        answers.set(status, (answers.get(status) ?? 0) + count);
      }
    }
    return {
      name,
      answers,
      total: [...answers.values()].reduce((sum, count) => sum + count, 0),
      perSecond: own.reduce((sum, each) => sum + each.perSecond, 0) / own.length,
      withoutRetryAfter: own.reduce((sum, each) => sum + each.withoutRetryAfter, 0),
    };
  });
  return { shoppers: markdownTable(columns, rows), attacks };
}

async function main(): Promise<boolean> {
  await takeSnapshot(projectRoot);
  step('opening the shop');
  const shop = await openShopProcess();
  let fared: Fared;
  try {
    step('shoppers, with and without a flood');
    fared = await measure({ address: shop.address.origin });
  } finally {
    await shop.close();
  }
  const { steps } = await import('./overload/shoppers.ts');
  const { shoppers, attacks } = tables(fared, steps);
  const failed = [...fared.quiet, ...fared.flooded].filter(({ ok }) => !ok);
  const limited = attacks.every(({ answers }) => (answers.get('429') ?? 0) > 0);
  const told = attacks.every(({ withoutRetryAfter }) => withoutRetryAfter === 0);
  const broken = attacks.reduce(
    (sum, { answers }) =>
      sum +
      [...answers].filter(([status]) => Number(status) >= 500).reduce((all, [, count]) => all + count, 0),
    0,
  );
  const slow = percentile(fared.flooded, 0.95);
  const holds = (is: boolean) => (is ? 'holds' : '**does not hold**');
  const isWhole = failed.length === 0 && limited && told && broken === 0;
  await leaveSection('chaos', {
    name: 'overload',
    title: 'A flood at the doors',
    command: 'npm run chaos -- overload',
    text: [
      markdownTable(
        ['aim', 'found', ''],
        [
          [
            'every step of every ordinary shopper works during the flood',
            `${fared.flooded.filter(({ ok }) => ok).length} of ${fared.flooded.length}`,
            holds(failed.length === 0),
          ],
          ['each flood is refused with 429', limited ? 'all three' : 'not all', holds(limited)],
          ['every 429 says when to come again', told ? 'all' : 'not all', holds(told)],
          ['no 5xx', broken, holds(broken === 0)],
          [
            'p95 of all shoppers’ steps under 2 s during the flood',
            `${Math.round(slow)} ms`,
            holds(slow < 2_000),
          ],
        ],
      ),
      `${SHOPPERS} shoppers at once, every visit from a network of its own, for ${ROUNDS} × ${SECONDS} s without and as long with three floods of 20 connections each (log-in and order from three addresses, search from one).`,
      '### Shoppers',
      shoppers,
      '### Floods',
      markdownTable(
        ['flood', 'requests', 'a second', 'answers'],
        attacks.map(({ name, total, perSecond, answers }) => [
          name,
          total,
          Math.round(perSecond),
          [...answers].map(([status, count]) => `${status}: ${count}`).join(', '),
        ]),
      ),
      ...(failed.length > 0
        ? ['### What did not work', ...new Set(failed.map(({ step: at, why }) => `- ${at}: ${why}`))]
        : []),
      'All of it, floods, shoppers, shop, Redis and gateway, shared this machine’s processors, so the ratios are those of one small machine that does everything; in production floods run on others, functions on as many instances as there are calls, and the CDN answers pages and most searches. Password hashes leave a processor free, and callers take turns by their network (netlify/identity/turns).',
    ].join('\n\n'),
    plots: [
      {
        name: 'shoppers',
        alt: 'Median time of each step of ordinary shoppers, without and with the flood',
        svg: barPlot({
          title: 'Shoppers’ steps, median',
          unit: 'ms',
          categories: [...steps],
          series: [
            {
              name: 'without a flood',
              values: steps.map((name) =>
                Math.round(
                  percentile(
                    fared.quiet.filter((sample) => sample.step === name),
                    0.5,
                  ),
                ),
              ),
            },
            {
              name: 'with a flood',
              values: steps.map((name) =>
                Math.round(
                  percentile(
                    fared.flooded.filter((sample) => sample.step === name),
                    0.5,
                  ),
                ),
              ),
            },
          ],
        }),
      },
    ],
    figures: {
      rounds: ROUNDS,
      seconds: SECONDS,
      attacks: attacks.map(({ answers, ...rest }) => ({ ...rest, answers: Object.fromEntries(answers) })),
      steps: Object.fromEntries(
        steps.map((name) => [
          name,
          Object.fromEntries(
            (['quiet', 'flooded'] as const).map((when) => {
              const own = fared[when].filter((sample) => sample.step === name);
              return [
                when,
                {
                  count: own.length,
                  failed: own.filter(({ ok }) => !ok).length,
                  ...{ p50: percentile(own, 0.5), p95: percentile(own, 0.95), p99: percentile(own, 0.99) },
                },
              ];
            }),
          ),
        ]),
      ),
    },
  });
  for (const { step: at, why } of failed.slice(0, 5)) console.error(`✗ ${at}: ${why}`);
  return isWhole;
}

try {
  process.exit((await main()) ? 0 : 1);
} catch (error) {
  exitWith(error);
}
