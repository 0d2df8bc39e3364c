/** What the figures of the server's calls and functions say. */
import { cpus, loadavg } from 'node:os';
import { routes } from '../../../src/contract/routes.ts';
import { barPlot } from '../../support/report/plots.ts';
import { markdownTable, type Section } from '../../support/report/report.ts';
import type { ColdStart } from './cold-start.ts';
import type { Counted } from './host.ts';
import type { Timed } from './load.ts';

const round = (value: number, digits = 1) => value.toFixed(digits);
const kB = (bytes: number) => `${(bytes / 1_000).toFixed(1)} kB`;
const MB = (bytes: number) => `${(bytes / 1_000_000).toFixed(2)} MB`;
const orDash = (value: number | null, shown: (value: number) => string) =>
  value === null ? '–' : shown(value);
const ms = (value: number) => `${round(value)} ms`;

/** Why a call needs more than one round trip, where the design wants it so. */
const REASONS: Record<string, string> = {
  'user.register': 'limits and a taken e-mail are looked at before the work of hashing a password',
  'user.login': 'the stored hash must be read, then compared, before a session may be opened',
  'user.google':
    'whom the credential names is looked up while it is still unverified; the session is written after',
  'user.reset': 'the link is looked at before the work of hashing a password',
  'user.confirm-email': 'compare and set: the link and its account are read, one script moves the e-mail',
  'user.confirm-again':
    'the letters to its mailbox are counted between reading the account and keeping the link',
  'user.save-profile':
    'compare and set: the account is read, the domain makes the new one, one script writes it',
  'user.export':
    'the account names the e-mail; then eight lists side by side that have nothing to do with each other',
  'user.delete': 'the password is verified between reading and writing',
  'order.userorders':
    'which orders they are, then the orders: keys must be named to Redis before a script runs',
  'order.razorpay': 'the order stands before the provider is asked, and its reference is written after',
  'order.stripe': 'the order stands before the provider is asked, and its reference is written after',
  'order.pay': 'the provider is asked about the attempts before another one is opened',
  'order.verifyRazorpay': 'the provider is asked, then the order is settled by compare and set',
  'order.verifyStripe': 'the provider is asked, then the order is settled by compare and set',
  'order.verifyStripe, not paid': 'the provider is asked between two looks at the order',
  'newsletter.confirm': 'compare and set, and the code that was made is read for the answer',
  'newsletter-leave, by a mail program':
    'whom the link names is read, then forgotten; one script could do both',
  'sweep, nothing due': 'four lists that have nothing to do with each other, and nobody waits for it',
  tidy: 'lists that have nothing to do with each other, and nobody waits for it',
  'webhook, a payment': 'the provider is asked, then the order is settled by compare and set',
};

const SDKS = ['stripe', 'razorpay', 'nodemailer', 'jose'];

export interface Found {
  counted: readonly Counted[];
  timed: readonly Timed[];
  cold: readonly ColdStart[];
  /** Names of all functions of the shop. */
  rooms: readonly string[];
}

/** What is no figure but a mistake: calls that were answered otherwise than they are meant to be, and what was left out. */
export interface Mistakes {
  /** Such as 'cart.add: 42 × 429'. */
  broken: string[];
  routesLeftOut: string[];
  functionsLeftOut: string[];
}

export function mistakesOf({ counted, timed, cold, rooms }: Found): Mistakes {
  const unexpected = new Map<string, string[]>();
  for (const one of [...counted, ...timed]) {
    unexpected.set(one.title, [...(unexpected.get(one.title) ?? []), ...one.unexpected]);
  }
  const broken = [...unexpected]
    .filter(([, statuses]) => statuses.length > 0)
    .map(([title, statuses]) => {
      const kinds = [...new Set(statuses)].sort();
      const times = (kind: string) => statuses.filter((status) => status === kind).length;
      return `${title}: ${kinds.map((kind) => `${times(kind)} × ${kind}`).join(', ')}`;
    });
  return {
    broken,
    routesLeftOut: Object.keys(routes).filter((name) => !counted.some(({ route }) => route === name)),
    functionsLeftOut: rooms.filter(
      (name) => !counted.some(({ room }) => room === name) || !cold.some((one) => one.name === name),
    ),
  };
}

const isMistaken = ({ broken, routesLeftOut, functionsLeftOut }: Mistakes) =>
  [...broken, ...routesLeftOut, ...functionsLeftOut].length > 0;

export function sectionOf(found: Found): { section: Section; isWhole: boolean } {
  const { counted, timed, cold, rooms } = found;
  const mistakes = mistakesOf(found);
  const { broken, routesLeftOut, functionsLeftOut } = mistakes;
  const more = counted.filter(({ untilAnswer }) => untilAnswer.trips > 1);
  const unreasoned = more.filter(({ title }) => REASONS[title] === undefined);
  const loadedEarly = cold.filter(({ packages }) => packages.some((name) => SDKS.includes(name)));
  const order = counted.find(({ title }) => title === 'order.place');
  const largest = (field: 'zipBytes' | 'importMs'): ColdStart | undefined =>
    cold.toSorted((a, b) => b[field] - a[field])[0];

  const verdict = markdownTable(
    ['Aim', 'Found', 'Holds'],
    [
      [
        'one Redis round trip a call',
        `${counted.length - more.length} of ${counted.length}; of the others ${more.length - unreasoned.length} have a reason below${unreasoned.length > 0 ? `, and ${unreasoned.map(({ title }) => title).join(', ')} none` : ''}`,
        more.length === 0 ? 'yes' : 'no',
      ],
      [
        'two at most for an order paid on delivery',
        order === undefined
          ? 'not measured'
          : `${round(order.untilAnswer.trips, 0)} before the answer, ${round(order.whole.trips - order.untilAnswer.trips, 0)} behind it (letters)`,
        (order?.untilAnswer.trips ?? 9) <= 2 ? 'yes, before the answer' : 'no',
      ],
      [
        'SDKs are loaded where they are used',
        loadedEarly.length === 0
          ? `no function loads ${SDKS.join(', ')} at import`
          : loadedEarly
              .map(
                ({ name, packages }) => `${name}: ${packages.filter((one) => SDKS.includes(one)).join(', ')}`,
              )
              .join('; '),
        loadedEarly.length === 0 ? 'yes' : 'no',
      ],
      [
        'every route of the contract is measured',
        routesLeftOut.length === 0
          ? `${Object.keys(routes).length} of ${Object.keys(routes).length}`
          : `not ${routesLeftOut.join(', ')}`,
        routesLeftOut.length === 0 ? 'yes' : 'no',
      ],
      [
        'every function is measured',
        functionsLeftOut.length === 0
          ? `${rooms.length} of ${rooms.length}`
          : `not ${functionsLeftOut.join(', ')}`,
        functionsLeftOut.length === 0 ? 'yes' : 'no',
      ],
      [
        'every call is answered as it is meant to be',
        broken.length === 0
          ? `all ${timed.reduce((sum, { own }) => sum + own.calls, 0)} that were timed, and all that were counted`
          : broken.join('; '),
        broken.length === 0 ? 'yes' : 'no',
      ],
      [
        'archives under 50 MB',
        `the largest is ${largest('zipBytes')?.name}, ${MB(largest('zipBytes')?.zipBytes ?? 0)}`,
        cold.length > 0 && cold.every(({ zipBytes }) => zipBytes < 50e6) ? 'yes' : 'no',
      ],
    ],
  );

  const redisTable = markdownTable(
    [
      'Call',
      'Round trips',
      '… with what is behind the answer',
      'Commands sent',
      '… and within scripts',
      'To Redis',
      'From Redis',
      'Answer',
      'CPU',
    ],
    counted.map(({ title, untilAnswer, whole, withinScripts, answerBytes, cpuMs }) => [
      title,
      round(untilAnswer.trips),
      round(whole.trips),
      round(whole.commands),
      round(whole.commands + withinScripts),
      kB(whole.bytesOut),
      kB(whole.bytesIn),
      kB(answerBytes),
      `${round(cpuMs, 2)} ms`,
    ]),
  );

  const timeTable = markdownTable(
    ['Call', 'Calls', 'p50', 'p95', 'p99', 'a second', 'p50 ÷ empty', 'p95 ÷ empty', 'a second ÷ empty'],
    timed.map(({ title, own, empty }) => [
      title,
      own.calls,
      ms(own.p50),
      orDash(own.p95, ms),
      orDash(own.p99, ms),
      round(own.perSecond, 0),
      `${round(own.p50 / empty.p50)}×`,
      own.p95 === null || empty.p95 === null ? '–' : `${round(own.p95 / empty.p95)}×`,
      `${(own.perSecond / empty.perSecond).toPrecision(2)}×`,
    ]),
  );

  const coldTable = markdownTable(
    ['Function', 'Archive', 'Unpacked', 'Import', 'Memory then', 'Packages loaded'],
    cold.map(({ name, zipBytes, unpackedBytes, importMs, memoryBytes, packages }) => [
      name,
      MB(zipBytes),
      MB(unpackedBytes),
      `${round(importMs, 0)} ms`,
      MB(memoryBytes),
      packages.join(', '),
    ]),
  );

  const reads = counted.filter(
    ({ route }) => route !== null && routes[route as keyof typeof routes].method === 'GET',
  );
  const cdnTable = markdownTable(
    ['Read', 'CDN keeps it', '… asked with a token', 'An entry for each', 'Tag'],
    reads.map(({ title, headers, keptWithToken }) => {
      const kept = headers['netlify-cdn-cache-control'];
      return [
        title,
        kept ?? `no: ${headers['cache-control'] ?? 'nothing is said'}`,
        kept === undefined ? '' : (keptWithToken ?? 'no'),
        headers['netlify-vary'] ?? '',
        headers['netlify-cache-tag'] ?? '',
      ];
    }),
  );

  const text = `
${verdict}

### Redis and work

Means over 40 calls (8 of the dear ones) in a process of its own, each call of a shopper of its own. “Commands sent” is what a
client sends: a pipeline counts each of its commands, a script counts once. Upstash bills commands; whether it also counts
those that a script carries out its public pages do not say, so the next column has the upper bound. Bytes are of bodies.

${redisTable}

Calls that need more than one round trip before their answer:

${more.map(({ title, untilAnswer }) => `- ${title} (${round(untilAnswer.trips, 0)}): ${REASONS[title] ?? 'no reason is written down'}`).join('\n')}

### Time beside an empty function

Over HTTP on one machine, four callers at once, in batches by turns: 40 calls of an empty function (\`() => new Response(null,
{status: 204})\`), then 20 of the call (12 of a dear one). No batch begins before the one in front of it is done, and what it
left behind its answers (letters), too. “A second” is calls by the time in which only they and what they left behind ran.
A p95 of fewer than 20 calls and a p99 of fewer than 100 are not told. Redis, gateway and the callers share the machine, so the
ratios count, not the times; the callers' own work is in both, and makes the ratios smaller. Calls to providers are
answered by stand-ins; passwords are hashed with argon2id. The machine's load was ${round(loadavg()[0] ?? 0)} on ${cpus().length} cores at the end: above
their number, others waited in these times as well.

${timeTable}

### Cold start

Bundled as Netlify bundles; imported in a fresh process, median of 5. ${largest('importMs')?.name} is the slowest with ${round(largest('importMs')?.importMs ?? 0, 0)} ms.

${coldTable}

### What a CDN can answer

As the answers' headers say; no CDN was asked.

${cdnTable}

A list with a text, a page or a filter of its own is an entry of its own.

### Left out

Netlify's own start of a process, its network and its CDN cannot be measured on this machine; nor Upstash's network, which
adds its round trip for every one that is counted here. Most calls are the successful one alone; refusals are not timed.
`;

  const section: Section = {
    name: 'server',
    title: 'The server',
    command: 'npm run bench -- server',
    text,
    plots: [
      {
        name: 'calls',
        alt: 'Median time of each call beside an empty function',
        svg: barPlot({
          title: 'Median time of a call',
          unit: 'ms',
          categories: timed.map(({ title }) => title),
          series: [
            { name: 'the call', values: timed.map(({ own }) => Number(round(own.p50, 2))) },
            { name: 'empty function', values: timed.map(({ empty }) => Number(round(empty.p50, 2))) },
          ],
        }),
      },
      {
        name: 'import',
        alt: 'Time to import each function in a fresh process',
        svg: barPlot({
          title: 'Import of a function',
          unit: 'ms',
          categories: cold.map(({ name }) => name),
          series: [{ name: 'import', values: cold.map(({ importMs }) => Math.round(importMs)) }],
        }),
      },
    ],
    figures: found,
  };
  return { section, isWhole: !isMistaken(mistakes) };
}
