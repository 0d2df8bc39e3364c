/**
 * Times calls over HTTP beside an empty function on the same server. The two take turns in batches and never share the
 * thread: a batch begins when the one before it is done, and what it left behind its answers, too.
 */
import { fork } from 'node:child_process';
import { once } from 'node:events';
import { join } from 'node:path';
import { projectRoot } from '../../../scripts/setup.mjs';
import { median, percentile } from '../statistics.ts';
import { type Asking, isMeant, type Meant } from './repeatable-request.ts';
import type { Counted, HostMessage } from './host.ts';

export interface Times {
  calls: number;
  p50: number;
  /** Null of fewer than 20 calls; it would be the slowest of them. */
  p95: number | null;
  /** Null of fewer than 100. */
  p99: number | null;
  /** Calls by the time in which only they and what they left behind their answers ran. */
  perSecond: number;
}

export interface Timed {
  title: string;
  own: Times;
  empty: Times;
  /** Answers other than the call is meant to have, such as '429'. */
  unexpected: string[];
}

const AT_ONCE = 4;
/** Batches, and calls in each. */
const USUAL = [5, 20] as const;
const DEAR = [2, 12] as const;
const EMPTY = 40;

export interface Host {
  counted: Counted[];
  /** Names of all functions of the shop. */
  rooms: string[];
  time: (of: Counted) => Promise<Timed>;
  close: () => Promise<void>;
}

interface Batches {
  ms: number[];
  wallMs: number;
}

export function timesOf({ ms, wallMs }: Batches): Times {
  return {
    calls: ms.length,
    p50: median(ms),
    p95: ms.length < 20 ? null : percentile(ms, 0.95),
    p99: ms.length < 100 ? null : percentile(ms, 0.99),
    perSecond: (ms.length * 1_000) / wallMs,
  };
}

/** @param ended ends the process that is measured, and those that it has started */
export async function openHost(ended: AbortSignal): Promise<Host> {
  const child = fork(join(projectRoot, 'tests/bench/server/host.ts'), [], {
    cwd: projectRoot,
    signal: ended,
  });
  const gone = once(child, 'exit').then(() => {
    throw new Error('The process that is measured ended before it was done');
  });
  // Nobody may be waiting when it ends as it should.
  gone.catch(() => {});
  const answer = async (): Promise<unknown> => {
    const [message] = (await Promise.race([once(child, 'message'), gone])) as [unknown];
    return message;
  };
  const ask = (message: HostMessage): Promise<unknown> => {
    child.send(message);
    return answer();
  };
  const { counted, rooms, port } = (await answer()) as {
    counted: Counted[];
    rooms: string[];
    port: number;
  };
  let calls = 0;

  async function call(room: string, { method, path, headers, body }: Asking, meant: Meant) {
    calls += 1;
    const from = `10.${(calls >> 16) & 255}.${(calls >> 8) & 255}.${calls & 255}`;
    const begin = performance.now();
    const response = await fetch(`http://127.0.0.1:${port}${path}`, {
      method,
      headers: { ...headers, 'x-from': from, 'x-room': room },
      ...(body !== undefined && { body }),
      redirect: 'manual',
    });
    await response.arrayBuffer();
    const ms = performance.now() - begin;
    return { ms, unexpected: isMeant(response, meant) ? [] : [String(response.status)] };
  }

  async function batch(into: Batches, room: string, askings: readonly Asking[], meant: Meant) {
    const unexpected: string[] = [];
    const waiting = askings.values();
    const begin = performance.now();
    await Promise.all(
      Array.from({ length: AT_ONCE }, async () => {
        for (const asking of waiting) {
          const one = await call(room, asking, meant);
          into.ms.push(one.ms);
          unexpected.push(...one.unexpected);
        }
      }),
    );
    await ask({ do: 'settle' });
    into.wallMs += performance.now() - begin;
    return unexpected;
  }

  const nothing = { method: 'GET', path: '/api/empty', headers: {} };
  const empties = Array.from({ length: EMPTY }, (): Asking => nothing);
  const emptyBatch = (into: Batches) => batch(into, 'empty', empties, { status: 204 });
  // The first ones open the connections.
  await emptyBatch({ ms: [], wallMs: 0 });

  return {
    counted,
    rooms,
    async time({ title, room, isDear, meant }) {
      const [batches, size] = isDear ? DEAR : USUAL;
      const own: Batches = { ms: [], wallMs: 0 };
      const empty: Batches = { ms: [], wallMs: 0 };
      const unexpected: string[] = [];
      for (let at = 0; at < batches; at += 1) {
        const askings = (await ask({ do: 'make', title, times: size })) as Asking[];
        unexpected.push(...(await emptyBatch(empty)));
        unexpected.push(...(await batch(own, room, askings, meant)));
      }
      return { title, own: timesOf(own), empty: timesOf(empty), unexpected };
    },
    async close() {
      await ask({ do: 'close' });
      const left = once(child, 'exit');
      child.disconnect();
      await left;
    },
  };
}
