/**
 * Counts and times every call in a process of its own, and then answers HTTP so that another process can time it there.
 * Forked with an IPC channel: sends what it counted once and then does what `HostMessage` asks. Ends with its parent.
 */
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import process from 'node:process';
import { getRequestListener } from '@hono/node-server';
import { tokenHeader } from '../../../src/contract/wire.ts';
import { type Asking, isMeant, type Meant, requestOf } from './repeatable-request.ts';
import { allCalls, type Measured } from './calls.ts';
import { type Called, openStage, type Stage, type Traffic } from './stage.ts';

export interface Counted {
  title: string;
  /** Of netlify/functions. */
  room: string;
  route: string | null;
  isDear: boolean;
  meant: Meant;
  /** Answers other than the call is meant to have, such as '429'. */
  unexpected: string[];
  untilAnswer: Traffic;
  whole: Traffic;
  /** Commands that Redis carried out within scripts beside those that were sent. */
  withinScripts: number;
  answerBytes: number;
  /** Of this process, with what it does behind the answer; ms a call. */
  cpuMs: number;
  headers: Record<string, string>;
  /** Of a read that a CDN keeps: what the same request would say to the CDN with a shopper's token. */
  keptWithToken?: string | null;
}

export type HostMessage =
  /** Answered with as many requests. */
  | { do: 'make'; title: string; times: number }
  /** Answered when nothing is left to do behind any answer. */
  | { do: 'settle' }
  /** Answered when its neighbours have ended. */
  | { do: 'close' };

const TIMES = 40;
const TIMES_DEAR = 8;

const stage = await openStage();

// Its neighbours end with it, in the midst of a count as well.
if (!process.connected) process.exit(1);
process.once('disconnect', () => process.exit());

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

const CDN = 'netlify-cdn-cache-control';

async function count({ title, route, isDear, room, meant, make }: Measured): Promise<Counted> {
  const times = isDear ? TIMES_DEAR : TIMES;
  const requests: Request[] = [];
  for (let at = 0; at < times + 2; at += 1) requests.push(requestOf(await make()));
  // The first ones load what is loaded when it is used, and teach Redis the scripts.
  const first: Called[] = [];
  for (const request of requests.splice(0, 2)) first.push(await stage.call(room, request));
  const before = await commandsOf(stage);
  const cpu = process.cpuUsage();
  const called: Called[] = [];
  for (const [at, request] of requests.entries()) {
    called.push(await stage.call(room, request, `203.0.113.${at % 200}`));
  }
  const { user, system } = process.cpuUsage(cpu);
  const after = await commandsOf(stage);
  const whole = meanTraffic(called.map((one) => one.whole));
  const headers = Object.fromEntries(called.at(-1)?.response.headers ?? []);
  return {
    ...{ title, room, route, isDear, meant, whole, headers },
    unexpected: [...first, ...called]
      .filter(({ response }) => !isMeant(response, meant))
      .map(({ response }) => String(response.status)),
    untilAnswer: meanTraffic(called.map((one) => one.untilAnswer)),
    withinScripts: (after - before) / times - whole.commands,
    answerBytes: mean(called.map(({ body }) => body.length)),
    cpuMs: (user + system) / 1_000 / times,
    ...(CDN in headers && { keptWithToken: await keptWithToken(room, requestOf(await make())) }),
  };
}

async function keptWithToken(room: string, request: Request): Promise<string | null> {
  request.headers.set(tokenHeader, token);
  return (await stage.call(room, request)).response.headers.get(CDN);
}

const { calls, token } = await allCalls(stage);
const counted: Counted[] = [];
for (const one of calls) counted.push(await count(one));

const leftBehind = new Set<Promise<unknown>>();
const server = createServer(
  getRequestListener(async (request) => {
    const ip = request.headers.get('x-from') ?? '192.0.2.1';
    const { response, behind } = await stage.answer(request.headers.get('x-room') ?? '', request, ip);
    leftBehind.add(behind);
    void behind.then(() => leftBehind.delete(behind));
    return response;
  }),
);

async function done(message: HostMessage): Promise<unknown> {
  switch (message.do) {
    case 'make': {
      const one = calls.find(({ title }) => title === message.title);
      const askings: Asking[] = [];
      for (let at = 0; at < message.times; at += 1) if (one) askings.push(await one.make());
      return askings;
    }
    case 'settle':
      while (leftBehind.size > 0) await Promise.all(leftBehind);
      return 'settled';
    case 'close':
      await stage.close();
      return 'closed';
  }
}

process.on('message', (message: HostMessage) => {
  void done(message).then((answer) => process.send?.(answer));
});
server.listen(0, '127.0.0.1', () => {
  process.send?.({ counted, rooms: stage.rooms, port: (server.address() as AddressInfo).port });
});
