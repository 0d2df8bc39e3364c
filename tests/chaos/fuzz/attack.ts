/** The whole attack with its report: opens the functions, peoples the shop, fuzzes, and counts what stands afterwards. */
import process from 'node:process';
import type { ApiDescription } from '../../../scripts/openapi/document.ts';
import { markdownTable, writeReport } from '../../support/report/report.ts';
import { callsOf } from './steps.ts';
import type { Aim } from './assertions.ts';
import { fuzz, type FuzzOptions, type FuzzOutcome } from './run-fuzz.ts';
import { openTarget } from './target.ts';
import { openConnection } from './raw-http.ts';
import { CANARIES, peopledWorld } from './populated-shop.ts';
import { problemsSince } from './aftermath.ts';

export interface Attack {
  outcome: FuzzOutcome;
  /** What was wrong when all was over. */
  aftermath: string[];
  heapBytes: { before: number; after: number };
}

export async function attack(description: ApiDescription, options: FuzzOptions): Promise<Attack> {
  const target = await openTarget();
  try {
    // The owner's hand sends letters as well.
    Object.assign(process.env, target.mail);
    const connection = openConnection(target.port);
    const world = await peopledWorld(connection);
    connection.close();
    const before = await target.state();
    const outcome = await fuzz(target, description, world, options);
    const aftermath = outcome.brokenOff === null ? [] : [`the attack broke off: ${outcome.brokenOff}`];
    if (!target.isAlive()) {
      return {
        outcome,
        aftermath: [...aftermath, `the shop has ended:\n${target.log()}`],
        heapBytes: { before: 0, after: 0 },
      };
    }
    const after = await target.state();
    if (after.polluted) aftermath.push('a prototype was changed');
    const log = target.log();
    // That a provider's own event cannot be read is worth a line; whoever sends hostile ones signed knows their secret.
    const lines = log.split('\n').filter((line) => line !== '' && !line.includes('UnreadableEvent'));
    const [entry] = lines;
    if (entry !== undefined) {
      aftermath.push(`the log has ${lines.length} lines, the first: ${entry}`);
    }
    if (log.search(CANARIES) >= 0) aftermath.push('the log holds what belongs to somebody');
    aftermath.push(...(await problemsSince(world)));
    return {
      outcome,
      aftermath,
      heapBytes: { before: before.heapBytes, after: after.heapBytes },
    };
  } finally {
    await target.stop();
  }
}

/** @returns whether nothing was found */
export async function attackTheShop(description: ApiDescription, options: FuzzOptions): Promise<boolean> {
  const { outcome, aftermath, heapBytes } = await attack(description, options);
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
      text: reportOf(description, outcome, aftermath, heapBytes, options),
    });
  }
  const isWhole = options.path !== undefined || hostile >= options.requests;
  return outcome.findings.length === 0 && aftermath.length === 0 && isWhole;
}

const HOSTILE = 100_000;

/** Those of single answers, in the order of the report. */
const aims: readonly [Aim, string][] = [
  ['status', 'no 5xx'],
  ['insides', 'no stack, path or name of an error'],
  ['others', 'nothing of another shopper, bystander or attacker'],
  ['session', 'nothing that needs a session is done without one of the caller’s own'],
  ['description', 'every answer matches its description'],
  [
    'else',
    'nothing else: a missing answer, a cookie, an injected header, a way to another site, a private answer that may be kept',
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

const oneLine = (text: string): string => text.replaceAll(/\s+/g, ' ').replaceAll('`', '’').slice(0, 300);

function reportOf(
  description: ApiDescription,
  outcome: FuzzOutcome,
  aftermath: string[],
  heapBytes: Attack['heapBytes'],
  options: FuzzOptions,
): string {
  const { sent, hostile, accounts, statuses, times, findings, seconds } = outcome;
  const sorted = times.toSorted((a, b) => a - b);
  const at = (share: number) => Math.round(sorted[Math.floor((sorted.length - 1) * share)] ?? 0);
  const whole = (number: number) => number.toLocaleString('en-GB');
  const holds = (isHeld: boolean) => (isHeld ? 'holds' : '**does not hold**');
  const failed = [...statuses.values()]
    .flatMap((each) => [...each])
    .reduce((sum, [status, count]) => sum + (status >= 500 ? count : 0), 0);
  // A finding may miss several aims; a failure is one also where what was made smaller is something else.
  const found = (aim: Aim) =>
    aim === 'status'
      ? failed
      : findings.filter(({ problems }) => problems.some((problem) => problem.aim === aim)).length;
  const verdict = markdownTable(
    ['aim', 'found', ''],
    [
      [`at least ${whole(HOSTILE)} hostile requests`, whole(hostile), holds(hostile >= HOSTILE)],
      ...aims.map(([aim, text]) => [text, found(aim), holds(found(aim) === 0)]),
      [
        'bystanders, stock and orders as they were; process alive; nothing logged',
        aftermath.length,
        holds(aftermath.length === 0),
      ],
      ['slowest answer under 10 s', `${at(1)} ms`, holds(at(1) < 10_000)],
    ],
  );
  const calls = callsOf(description).map(({ operation }) => operation.operationId);
  const columns = [...new Set([...statuses.values()].flatMap((each) => [...each.keys()]))].sort();
  const table = markdownTable(
    ['call', ...columns.map(String)],
    calls.map((call) => [call, ...columns.map((status) => statuses.get(call)?.get(status) ?? 0)]),
  );
  const isLimited = [...statuses.values()].some((each) => each.has(429));
  const never = neverCarriedOut(description, outcome);
  return [
    verdict,
    ...(findings.length > 0 || aftermath.length > 0
      ? [
          '## What was found',
          [
            ...findings.map(
              ({ problems, seed, path }) =>
                `- ${problems.map(({ text }) => oneLine(text)).join('; ')} (\`npm run chaos -- fuzz --seed ${seed} --path ${path}\`)`,
            ),
            ...aftermath.map((problem) => `- afterwards: ${oneLine(problem)}`),
          ].join('\n'),
        ]
      : []),
    `${whole(sent)} requests in ${seconds.toFixed(0)} s, by ${options.attackers} attackers at once, under ${whole(accounts)} accounts from about as many addresses; limits were on${isLimited ? '' : ', and none was reached'}. Hostile are ${whole(hostile)} of them: something of each was bent, broken, forged or another’s. The others are such as a browser might send, though texts in them may be hostile: with them the hostile ones come further than the door. Answers took ${at(0.5)} ms (p50), ${at(0.95)} ms (p95), ${at(0.99)} ms (p99). The functions' process held ${Math.round(heapBytes.before / 2 ** 20)} MB before and ${Math.round(heapBytes.after / 2 ** 20)} MB after, the stand-ins' books of all orders among them.`,
    '## What was answered',
    table,
    never.length === 0
      ? 'Every call was carried out at least once.'
      : `Never carried out, so looked at from the door alone: ${never.join(', ')}.`,
    'Requests with a bent path or another method stand in the row of the call that they were made from. Left out: HTTP/2, TLS and requests that are no HTTP at all, which end at the CDN before any code of the shop; and what only time shows (expiry, the sweep).',
  ].join('\n\n');
}
