/** Times calls over HTTP beside an empty function on the same server, one of each in turn. */
import { fork } from 'node:child_process';
import { once } from 'node:events';
import { join } from 'node:path';
import { projectRoot } from '../../setup.mjs';
import type { Asking } from './calls.ts';
import type { Counted } from './host.ts';

export interface Times {
  p50: number;
  p95: number;
  p99: number;
  /** What so many callers at once get through in a second, if nobody else calls. */
  perSecond: number;
}

export interface Timed {
  title: string;
  own: Times;
  empty: Times;
  failures: number;
}

const AT_ONCE = 4;
const TIMES = 80;
const TIMES_DEAR = 12;

export interface Host {
  counted: Counted[];
  time: (title: string, isDear: boolean) => Promise<Timed>;
  close: () => Promise<void>;
}

function timesOf(all: readonly number[]): Times {
  const sorted = all.toSorted((a, b) => a - b);
  const at = (share: number) => sorted[Math.min(sorted.length - 1, Math.floor(sorted.length * share))] ?? 0;
  const mean = sorted.reduce((sum, ms) => sum + ms, 0) / sorted.length;
  return { p50: at(0.5), p95: at(0.95), p99: at(0.99), perSecond: (AT_ONCE * 1_000) / mean };
}

export async function openHost(): Promise<Host> {
  const child = fork(join(projectRoot, 'scripts/bench/server/host.ts'), [], { cwd: projectRoot });
  const ended = once(child, 'exit').then(() => {
    throw new Error('The process that is measured ended before it was done');
  });
  // Nobody may be waiting when it ends as it should.
  ended.catch(() => {});
  const answer = async (): Promise<unknown> => {
    const [message] = (await Promise.race([once(child, 'message'), ended])) as [unknown];
    return message;
  };
  const { counted, port } = (await answer()) as { counted: Counted[]; port: number };
  let calls = 0;

  async function ms({ method, path, headers, body }: Asking): Promise<{ ms: number; status: number }> {
    calls += 1;
    const from = `10.${(calls >> 16) & 255}.${(calls >> 8) & 255}.${calls & 255}`;
    const begin = performance.now();
    const response = await fetch(`http://127.0.0.1:${port}${path}`, {
      method,
      headers: { ...headers, 'x-from': from },
      ...(body !== undefined && { body }),
      redirect: 'manual',
    });
    await response.arrayBuffer();
    return { ms: performance.now() - begin, status: response.status };
  }

  const empty: Asking = { method: 'GET', path: '/api/empty', headers: {} };

  return {
    counted,
    async time(title, isDear) {
      child.send({ title, times: isDear ? TIMES_DEAR : TIMES });
      const { askings } = (await answer()) as { askings: Asking[] };
      const own: number[] = [];
      const beside: number[] = [];
      let failures = 0;
      const waiting = askings.values();
      await Promise.all(
        Array.from({ length: AT_ONCE }, async () => {
          for (const asking of waiting) {
            beside.push((await ms(empty)).ms);
            const { ms: took, status } = await ms(asking);
            own.push(took);
            if (status >= 500) failures += 1;
          }
        }),
      );
      return { title, own: timesOf(own), empty: timesOf(beside), failures };
    },
    async close() {
      const gone = once(child, 'exit');
      child.disconnect();
      await gone;
    },
  };
}
