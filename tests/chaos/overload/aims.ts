/** The results of `npm run chaos -- overload` for ordinary shoppers, compared with the aims. */
import { percentile } from '../../support/long-runs/statistics.ts';
import { type Aim, markdownTable } from '../../support/long-runs/report.ts';
import type { Attack, Flood } from './attackers.ts';
import type { Sample, StepName } from './shoppers.ts';
import type { UnpaidAttack } from './unpaid-attack.ts';

const SLOWEST_MS = 2_000;

/** Results of shoppers and of the attack. */
export interface Results {
  quiet: Sample[];
  flooded: Sample[];
  floods: Flood[];
  unpaid: UnpaidAttack[];
}

const share = (samples: readonly Sample[], part: number) =>
  percentile(
    samples.map(({ ms }) => ms),
    part,
  );
const inMs = (value: number) => `${value.toFixed(value < 10 ? 1 : 0)} ms`;
const of = (samples: readonly Sample[], name: StepName) => samples.filter((sample) => sample.step === name);

/** Times of each step, with and without the flood. */
export function shoppersTable({ quiet, flooded }: Results, steps: readonly StepName[]): string {
  const rows = steps.map((name) => {
    const [before, during] = [of(quiet, name), of(flooded, name)];
    const ratio = share(during, 0.5) / Math.max(0.1, share(before, 0.5));
    return [
      name,
      ...[before, during].flatMap((samples) => [0.5, 0.95, 0.99].map((part) => inMs(share(samples, part)))),
      `${ratio.toFixed(1)}×`,
      `${during.filter(({ ok }) => ok).length} of ${during.length}`,
    ];
  });
  const columns = ['step', 'p50', 'p95', 'p99', 'flooded p50', 'p95', 'p99', 'p50 ratio', 'worked, flooded'];
  return markdownTable(columns, rows);
}

/** Each aim under the flood, and whether it is met. */
export function aimsOf(
  { quiet, flooded }: Results,
  attacks: readonly Attack[],
  steps: readonly StepName[],
): Aim[] {
  const worked = flooded.filter(({ ok }) => ok).length;
  const before = quiet.filter(({ ok }) => ok).length;
  const whole = (number: number) => number.toLocaleString('en-GB');
  const sum = (number: (attack: Attack) => number) =>
    attacks.reduce((all, attack) => all + number(attack), 0);
  const broken = sum(({ answers }) =>
    [...answers].filter(([status]) => Number(status) >= 500).reduce((all, [, count]) => all + count, 0),
  );
  const untold = sum(({ withoutRetryAfter }) => withoutRetryAfter);
  const unanswered = sum((attack) => attack.unanswered);
  const [slowest, slow] = steps
    .map((name) => [name, share(of(flooded, name), 0.95)] as const)
    .reduce((worst, one) => (one[1] > worst[1] ? one : worst));
  return [
    {
      aim: 'every step of every ordinary shopper succeeds with and without the flood',
      found: `${worked} of ${flooded.length}, ${before} of ${quiet.length}`,
      holds: worked === flooded.length && before === quiet.length && worked > 0,
    },
    ...attacks.map((attack) => ({
      aim: `the flood “${attack.name}” reaches its limit, and no more passes (${whole(attack.most)})`,
      found: `${whole(attack.passed)} passed, ${whole(attack.refused)} had 429`,
      holds: attack.isStopped,
    })),
    {
      aim: 'every 429 has Retry-After',
      found: untold === 0 ? 'all' : `not ${whole(untold)}`,
      holds: untold === 0,
    },
    { aim: 'no 5xx', found: whole(broken), holds: broken === 0 },
    { aim: 'no request of a flood without an answer', found: whole(unanswered), holds: unanswered === 0 },
    {
      aim: `p95 of each step of shoppers under ${SLOWEST_MS / 1_000} s during the flood`,
      found: `at most ${Math.round(slow)} ms (${slowest})`,
      holds: slow < SLOWEST_MS,
    },
  ];
}
