/**
 * What every call of the shop costs: at Redis, in work, in time beside an empty function, and before the first call.
 * `npm run bench -- server`.
 */
import process from 'node:process';
import { markdownTable, leaveSection } from '../report/report.ts';
import { barPlot } from '../report/plots.ts';
import { routes } from '../../src/contract/routes.ts';
import { type ColdStart, coldStarts } from './server/cold-start.ts';
import type { Counted } from './server/host.ts';
import { openHost, type Timed } from './server/load.ts';
import { projectRoot } from '../setup.mjs';

const host = await openHost();
const timed: Timed[] = [];
for (const { title, isDear } of host.counted) timed.push(await host.time(title, isDear));
const { counted } = host;
await host.close();
const cold = await coldStarts(projectRoot);

const round = (value: number, digits = 1) => value.toFixed(digits);
const kB = (bytes: number) => `${(bytes / 1_000).toFixed(1)} kB`;
const MB = (bytes: number) => `${(bytes / 1_000_000).toFixed(2)} MB`;

/** Why a call needs more than one round trip, where the design wants it so. */
const REASONS: Record<string, string> = {
  'user.register': 'limits and a taken e-mail are looked at before the work of hashing a password',
  'user.login': 'the stored hash must be read, then compared, before a session may be opened',
  'user.google':
    'whom the credential names is looked up while it is still unverified; the session is written after',
  'user.reset': 'the link is looked at before the work of hashing a password',
  'user.save-profile':
    'compare and set: the account is read, the domain makes the new one, one script writes it',
  'user.export': 'ten lists; some of them one a product',
  'user.delete': 'the password is verified between reading and writing',
  'order.userorders':
    'which orders they are, then the orders: keys must be named to Redis before a script runs',
  'order.razorpay': 'the order stands before the provider is asked, and its reference is written after',
  'order.stripe': 'the order stands before the provider is asked, and its reference is written after',
  'order.pay': 'the provider is asked about the attempts before another one is opened',
  'order.verifyRazorpay': 'the provider is asked, then the order is settled by compare and set',
  'order.verifyStripe, not paid': 'the provider is asked between two looks at the order',
  'newsletter.confirm': 'compare and set, and the code that was made is read for the answer',
};

const SDKS = ['stripe', 'razorpay', 'nodemailer', 'jose'];
/** Which functions may load what at import. */
const isOne = ({ untilAnswer }: Counted) => untilAnswer.trips <= 1;
const named = counted.filter(({ route }) => route !== null);
const more = named.filter((one) => !isOne(one));
const loadedEarly = cold.filter(({ packages }) => packages.some((name) => SDKS.includes(name)));
const order = counted.find(({ title }) => title === 'order.place');
const broken = [
  ...counted.filter(({ status }) => status >= 500),
  ...timed.filter(({ failures }) => failures > 0),
].map(({ title }) => title);
const routesLeftOut = Object.keys(routes).filter((name) => !named.some(({ route }) => route === name));
const largest = (field: 'zipBytes' | 'importMs'): ColdStart | undefined =>
  cold.toSorted((a, b) => b[field] - a[field])[0];

const verdict = markdownTable(
  ['Aim', 'Found', 'Holds'],
  [
    [
      'one Redis round trip a call',
      `${named.length - more.length} of ${named.length}; the others with their reasons below`,
      more.length === 0 ? 'yes' : 'no, but for a reason',
    ],
    [
      'two at most for an order paid on delivery',
      `${round(order?.untilAnswer.trips ?? 0, 0)} before the answer, ${round((order?.whole.trips ?? 0) - (order?.untilAnswer.trips ?? 0), 0)} behind it (letters)`,
      (order?.untilAnswer.trips ?? 9) <= 2 ? 'yes' : 'no',
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
      'every route is measured',
      routesLeftOut.length === 0
        ? `${Object.keys(routes).length} of ${Object.keys(routes).length}`
        : routesLeftOut.join(', '),
      routesLeftOut.length === 0 ? 'yes' : 'no',
    ],
    [
      'no call fails',
      broken.length === 0 ? 'none did' : broken.join(', '),
      broken.length === 0 ? 'yes' : 'no',
    ],
    [
      'archives under 50 MB',
      `the largest is ${largest('zipBytes')?.name}, ${MB(largest('zipBytes')?.zipBytes ?? 0)}`,
      (largest('zipBytes')?.zipBytes ?? 0) < 50e6 ? 'yes' : 'no',
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
  ['Call', 'p50', 'p95', 'p99', 'a second', 'p50 ÷ empty', 'p95 ÷ empty', 'a second ÷ empty'],
  timed.map(({ title, own, empty }) => [
    title,
    `${round(own.p50)} ms`,
    `${round(own.p95)} ms`,
    `${round(own.p99)} ms`,
    round(own.perSecond, 0),
    `${round(own.p50 / empty.p50)}×`,
    `${round(own.p95 / empty.p95)}×`,
    `${round(own.perSecond / empty.perSecond, 2)}×`,
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
  ['Read', 'CDN keeps it', 'By', 'Tag', 'Hit possible'],
  reads.map(({ title, headers }) => {
    const kept = headers['netlify-cdn-cache-control'];
    return [
      title,
      kept ?? headers['cache-control'] ?? '',
      headers['netlify-vary'] ?? '',
      headers['netlify-cache-tag'] ?? '',
      kept === undefined ? 'no' : 'yes, for who is not logged in and who is: no token is sent',
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

Over HTTP on one machine, four callers at once, each with a call and an empty function (\`() => new Response(null, {status:
204})\`) in turn. Redis, gateway and the callers share the machine, so the ratios count, not the times. Calls to providers are
answered by stand-ins; passwords are hashed with argon2id.

${timeTable}

### Cold start

Bundled as Netlify bundles; imported in a fresh process, median of 5. ${largest('importMs')?.name} is the slowest with ${round(largest('importMs')?.importMs ?? 0, 0)} ms.

${coldTable}

### What a CDN can answer

${cdnTable}

What belongs to one shopper is kept nowhere. A list with a text, a page or a filter of its own is an entry of its own.

### Left out

Netlify's own start of a process, its network and its CDN cannot be measured on this machine; nor Upstash's network, which
adds its round trip for every one that is counted here.
`;

await leaveSection('bench', {
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
  figures: { counted, timed, cold },
});
if (broken.length > 0 || routesLeftOut.length > 0) process.exitCode = 1;
