/** The whole attack with its report: opens the functions, peoples the shop, fuzzes, and counts what stands afterwards. */
import process from 'node:process';
import type { ApiDescription } from '../../openapi/describe.ts';
import { leaveSection, markdownTable } from '../../report/report.ts';
import { callsOf } from './episodes.ts';
import { fuzz, type FuzzOptions, type FuzzOutcome } from './run-fuzz.ts';
import { openTarget } from './target.ts';
import { openConnection } from './wire.ts';
import { CANARY, peopledWorld, problemsSince } from './world.ts';

export interface Attack {
  outcome: FuzzOutcome;
  /** What was wrong when all was over. */
  aftermath: string[];
  heapBytes: { before: number; after: number };
}

/** @param dataFolder names the functions' bundle */
export async function attack(
  description: ApiDescription,
  dataFolder: string,
  options: FuzzOptions,
): Promise<Attack> {
  const target = await openTarget(dataFolder);
  try {
    // The owner's hand sends letters as well.
    Object.assign(process.env, target.mail);
    const connection = openConnection(target.port);
    const world = await peopledWorld(connection);
    connection.close();
    const before = await target.state();
    const outcome = await fuzz(target, description, world, options);
    const aftermath: string[] = [];
    if (!target.isAlive()) {
      return {
        outcome,
        aftermath: [`the shop has ended:\n${target.log()}`],
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
    if (CANARY.test(log)) aftermath.push('the log holds what belongs to a bystander');
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
export async function attackTheShop(
  description: ApiDescription,
  { dataFolder, ...options }: FuzzOptions & { dataFolder: string },
): Promise<boolean> {
  const { outcome, aftermath, heapBytes } = await attack(description, dataFolder, options);
  for (const { problems, seed, path, reproduction } of outcome.findings) {
    console.error(`\n✗ ${problems.join('\n  ')}\n${reproduction}`);
    console.error(`  Again: npm run chaos -- fuzz --seed ${seed} --path ${path}`);
  }
  for (const problem of aftermath) console.error(`✗ ${problem}`);
  console.log(`${outcome.sent} requests in ${outcome.seconds.toFixed(0)} s`);
  if (options.path === undefined) {
    await leaveSection('chaos', {
      name: 'fuzz',
      title: 'Hostile requests',
      command: `npm run chaos -- fuzz --seed ${options.seed} --requests ${options.requests}`,
      ...reportOf(description, outcome, aftermath, heapBytes, options),
    });
  }
  return outcome.findings.length === 0 && aftermath.length === 0;
}

function reportOf(
  description: ApiDescription,
  { sent, statuses, times, kinds, findings, seconds }: FuzzOutcome,
  aftermath: string[],
  heapBytes: Attack['heapBytes'],
  options: FuzzOptions,
) {
  const sorted = times.toSorted((a, b) => a - b);
  const at = (share: number) => Math.round(sorted[Math.floor((sorted.length - 1) * share)] ?? 0);
  const of = (from: number, to: number) =>
    [...statuses.values()]
      .flatMap((each) => [...each])
      .filter(([status]) => status >= from && status < to)
      .reduce((sum, [, count]) => sum + count, 0);
  const found = (words: RegExp) =>
    findings.filter(({ problems }) => problems.some((problem) => words.test(problem))).length;
  const holds = (isHeld: boolean) => (isHeld ? 'holds' : '**does not hold**');
  const verdict = markdownTable(
    ['aim', 'found', ''],
    [
      ['at least 100,000 hostile requests', sent.toLocaleString('en-IN'), holds(sent >= 100_000)],
      ['no 5xx', String(of(500, 600)), holds(of(500, 600) === 0)],
      [
        'no stack, path or name of an error',
        String(found(/insides|folder/)),
        holds(found(/insides|folder/) === 0),
      ],
      ['nothing of another shopper', String(found(/bystander/)), holds(found(/bystander/) === 0)],
      [
        'every answer matches its description',
        String(found(/described|fit|header|content type|JSON/)),
        holds(found(/described|fit|header|content type|JSON/) === 0),
      ],
      [
        'bystanders, stock and orders as they were; process alive; nothing logged',
        aftermath.length === 0 ? 'nothing' : aftermath.length,
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
  const text = [
    verdict,
    `Sent in ${seconds.toFixed(0)} s by ${options.attackers} attackers at once from some ${Math.round(sent / 6).toLocaleString('en-IN')} addresses with as many accounts; limits were on. Answers took ${at(0.5)} ms (p50), ${at(0.95)} ms (p95), ${at(0.99)} ms (p99). The functions' process held ${Math.round(heapBytes.before / 2 ** 20)} MB before and ${Math.round(heapBytes.after / 2 ** 20)} MB after, the stand-ins' books of all orders among them.`,
    '### What was sent',
    markdownTable(
      ['with', 'requests'],
      [...kinds].sort(([, a], [, b]) => b - a),
    ),
    '### What was answered',
    table,
    'Requests with a bent path or another method stand in the row of the call that they were made from. Left out: HTTP/2, TLS and requests that are no HTTP at all, which end at the CDN before any code of the shop; and what only time shows (expiry, the sweep).',
  ].join('\n\n');
  return {
    text,
    plots: [],
    figures: {
      ...{ sent, seconds, seed: options.seed, findings, aftermath, heapBytes },
      ms: { p50: at(0.5), p95: at(0.95), p99: at(0.99), slowest: at(1) },
      statuses: Object.fromEntries([...statuses].map(([call, each]) => [call, Object.fromEntries(each)])),
      kinds: Object.fromEntries(kinds),
    },
  };
}
