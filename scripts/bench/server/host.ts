/**
 * Counts and times every call in a process of its own, and then answers HTTP so that another process can time it there.
 * Forked with an IPC channel: sends `counted` once and then prepares requests as it is asked to.
 */
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import process from 'node:process';
import { getRequestListener } from '@hono/node-server';
import { allCalls, type Asking, type Measured, requestOf } from './calls.ts';
import { type Called, openStage, type Stage, type Traffic } from './stage.ts';

export interface Counted {
  title: string;
  route: string | null;
  isDear: boolean;
  status: number;
  untilAnswer: Traffic;
  whole: Traffic;
  /** Commands that Redis carried out within scripts beside those that were sent. */
  withinScripts: number;
  answerBytes: number;
  /** Of this process, with what it does behind the answer; ms a call. */
  cpuMs: number;
  headers: Record<string, string>;
}

const TIMES = 40;
const TIMES_DEAR = 8;

const stage = await openStage();
console.error = () => {};

const mean = (values: readonly number[]) => values.reduce((sum, value) => sum + value, 0) / values.length;

function meanTraffic(all: readonly Traffic[]): Traffic {
  const of = (field: keyof Traffic) => mean(all.map((one) => one[field]));
  return { trips: of('trips'), commands: of('commands'), bytesOut: of('bytesOut'), bytesIn: of('bytesIn') };
}

/** All commands that Redis has carried out, also within scripts. */
async function commandsOf(of: Stage): Promise<number> {
  const text = String(await of.redis('INFO', 'commandstats'));
  const counts = [...text.matchAll(/^cmdstat_([^:]+):calls=(\d+)/gm)].map(
    ([, name = '', calls]) => [name, Number(calls)] as const,
  );
  return counts.filter(([name]) => name !== 'info').reduce((sum, [, calls]) => sum + calls, 0);
}

async function count({ title, route, isDear, room, make }: Measured): Promise<Counted> {
  const times = isDear ? TIMES_DEAR : TIMES;
  const requests: Request[] = [];
  for (let at = 0; at < times + 2; at += 1) requests.push(requestOf(await make()));
  // The first ones load what is loaded when it is used, and teach Redis the scripts.
  for (const request of requests.splice(0, 2)) await stage.call(room, request);
  const before = await commandsOf(stage);
  const cpu = process.cpuUsage();
  const called: Called[] = [];
  for (const [at, request] of requests.entries()) {
    called.push(await stage.call(room, request, `203.0.113.${at % 200}`));
  }
  const { user, system } = process.cpuUsage(cpu);
  const after = await commandsOf(stage);
  const whole = meanTraffic(called.map((one) => one.whole));
  const response = called.at(-1)?.response;
  return {
    ...{ title, route, isDear, whole },
    status: response?.status ?? 0,
    untilAnswer: meanTraffic(called.map((one) => one.untilAnswer)),
    withinScripts: (after - before) / times - whole.commands,
    answerBytes: mean(called.map(({ body }) => body.length)),
    cpuMs: (user + system) / 1_000 / times,
    headers: Object.fromEntries(response?.headers ?? []),
  };
}

const calls = await allCalls(stage);
const counted: Counted[] = [];
for (const one of calls) counted.push(await count(one));

const server = createServer(
  getRequestListener(async (request) => {
    const { pathname } = new URL(request.url);
    const room = pathname.startsWith('/.netlify/')
      ? (pathname.split('/')[3] ?? '')
      : (pathname.split('/')[2] ?? '');
    const ip = request.headers.get('x-from') ?? '192.0.2.1';
    return (await stage.answer(room, request, ip)).response;
  }),
);
server.listen(0, '127.0.0.1', () => {
  process.send?.({ counted, port: (server.address() as AddressInfo).port });
});

process.on('message', ({ title, times }: { title: string; times: number }) => {
  void (async () => {
    const one = calls.find((call) => call.title === title);
    const askings: Asking[] = [];
    for (let at = 0; at < times; at += 1) if (one) askings.push(await one.make());
    process.send?.({ askings });
  })();
});
process.once('disconnect', () => {
  server.closeAllConnections();
  server.close();
  void stage.close().then(() => process.exit(0));
});
