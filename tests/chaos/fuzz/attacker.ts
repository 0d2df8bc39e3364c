/** The whole attack with its report: opens the functions, populates the shop, fuzzes, and compares the state afterwards. */
import process from 'node:process';
import type { ApiDescription } from '../../../scripts/openapi/document.ts';
import { aimsTable, writeReport } from '../../support/long-runs/report.ts';
import { percentile } from '../../support/long-runs/statistics.ts';
import { callsOf } from './steps.ts';
import type { Aim } from './assertions.ts';
import { fuzz, type FuzzOptions, type FuzzOutcome } from './run-fuzz.ts';
import { openTarget } from './target.ts';
import { CANARIES, openShopWithCanaries } from './canaries.ts';
import { changesSince } from './state-diff.ts';

/** @returns what was wrong at the end, too */
export async function attack(description: ApiDescription, options: FuzzOptions) {
  const target = await openTarget();
  try {
    // The owner's commands send emails as well.
    Object.assign(process.env, target.mail);
    const shop = await openShopWithCanaries(target.address);
    const outcome = await fuzz(target, description, shop, options);
    const aftermath = outcome.brokenOff === null ? [] : [`the attack stopped early: ${outcome.brokenOff}`];
    if (!target.isAlive())
      return { outcome, aftermath: [...aftermath, `the shop has ended:\n${target.log()}`] };
    const isPolluted = await target.isPolluted().catch(() => null);
    if (isPolluted === null) aftermath.push('the shop did not say whether a prototype was changed');
    else if (isPolluted) aftermath.push('a prototype was changed');
    const log = target.log();
    // A provider's unreadable event may be logged; an attacker who signs one knows the secret.
    const lines = log.split('\n').filter((line) => line !== '' && !line.includes('UnreadableEvent'));
    const [entry] = lines;
    if (entry !== undefined) aftermath.push(`the log has ${lines.length} lines, the first: ${entry}`);
    if (log.search(CANARIES) >= 0) aftermath.push('the log contains data of a person');
    aftermath.push(...(await changesSince(shop)));
    return { outcome, aftermath };
  } finally {
    await target.stop();
  }
}

export type Attack = Awaited<ReturnType<typeof attack>>;

/** @returns whether nothing was found */
export async function attackTheShop(description: ApiDescription, options: FuzzOptions): Promise<boolean> {
  const { outcome, aftermath } = await attack(description, options);
  for (const { problems, seed, path, reproduction } of outcome.findings) {
    console.error(`\n✗ ${problems.map(({ text }) => text).join('\n  ')}\n${reproduction}`);
    console.error(`  Again: npm run chaos -- fuzz --seed ${seed} --path ${path}`);
  }
  for (const problem of aftermath) console.error(`✗ ${problem}`);
  const { sent, hostile, seconds } = outcome;
  console.log(`${hostile} hostile requests, ${sent} in all, in ${seconds.toFixed(0)} s`);
  if (options.path === undefined) {
    await writeReport('chaos/fuzz', {
      title: 'Hostile requests',
      command: `npm run chaos -- fuzz --seed ${options.seed} --requests ${options.requests}`,
      text: reportOf(description, { outcome, aftermath }, options),
    });
  }
  const isWhole = options.path !== undefined || hostile >= options.requests;
  return outcome.findings.length === 0 && aftermath.length === 0 && isWhole;
}

/** The aims of single answers, in the order of the report. */
const aims: readonly [Aim, string][] = [
  ['status', 'no 5xx'],
  ['insides', 'no stack, path or name of an error'],
  ['others', 'no data of another shopper, bystander or attacker'],
  ['session', 'no call that needs a session is carried out without the caller’s own'],
  ['description', 'every answer matches its description'],
  [
    'else',
    'no missing answer, cookie, injected header, redirect to another site or cacheable private answer',
  ],
];

/** Calls that were refused every time. */
export function neverCarriedOut(description: ApiDescription, { statuses }: FuzzOutcome): string[] {
  return callsOf(description)
    .filter(({ operation: { operationId, responses } }) =>
      Object.keys(responses).every(
        (status) => Number(status) >= 400 || !statuses.get(operationId)?.has(Number(status)),
      ),
    )
    .map(({ operation }) => operation.operationId);
}

function reportOf(
  description: ApiDescription,
  { outcome, aftermath }: Attack,
  { requests, attackers }: FuzzOptions,
): string {
  const { sent, hostile, accounts, statuses, times, findings, seconds } = outcome;
  const ms = (share: number) => Math.round(percentile(times, share));
  const whole = (number: number) => number.toLocaleString('en-GB');
  const failed = [...statuses.values()]
    .flatMap((each) => [...each])
    .reduce((sum, [status, count]) => sum + (status >= 500 ? count : 0), 0);
  // A finding may miss several aims; a 5xx counts even if the smallest reproduction shows another problem.
  const found = (aim: Aim) =>
    aim === 'status'
      ? failed
      : findings.filter(({ problems }) => problems.some((problem) => problem.aim === aim)).length;
  const never = neverCarriedOut(description, outcome);
  return [
    aimsTable([
      { aim: `${whole(requests)} hostile requests`, found: whole(hostile), holds: hostile >= requests },
      ...aims.map(([aim, text]) => ({ aim: text, found: found(aim), holds: found(aim) === 0 })),
      {
        aim: 'bystanders, stock and orders unchanged; process alive; nothing logged',
        found: aftermath.length,
        holds: aftermath.length === 0,
      },
      { aim: 'slowest answer under 10 s', found: `${ms(1)} ms`, holds: ms(1) < 10_000 },
    ]),
    `${whole(sent)} requests in ${seconds.toFixed(0)} s, by ${attackers} attackers at once, under ${whole(accounts)} accounts from about as many addresses, with limits on. ${whole(hostile)} are hostile: each has a bent, broken, forged or stolen part. The others are what a browser might send, so that the hostile ones get further. Answers took ${ms(0.5)} ms (p50), ${ms(0.95)} ms (p95), ${ms(0.99)} ms (p99).`,
    never.length === 0
      ? 'Every call was carried out at least once.'
      : `Never carried out: ${never.join(', ')}.`,
    'A request with a bent path or another method counts for the call that it was generated from. Not covered: HTTP/2, TLS and invalid HTTP, which end at the CDN; and effects of time, such as expiry.',
  ].join('\n\n');
}
