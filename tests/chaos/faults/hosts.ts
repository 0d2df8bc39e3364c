/** The processes that run the shop's functions, and the edge in front of them, which picks a live one for every call. */
import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { join } from 'node:path';
import process from 'node:process';
import { setTimeout as wait } from 'node:timers/promises';
import { projectRoot } from '../../../scripts/setup.mjs';
import type { StaffTask } from './staff.ts';

const here = join(projectRoot, 'tests', 'chaos', 'faults');

interface Host {
  clockMs: number;
  /** Its present clock shift. */
  shiftMs: number;
  child: ChildProcess | null;
  port: number;
  busy: number;
}

/** Marks an answer of a function; without it, the platform or the server in front answered. */
export const functionHeader = 'x-from-function';

function platform(status: number): Response {
  return new Response('<html><body>error decoding lambda response</body></html>', {
    status,
    headers: { 'Content-Type': 'text/html' },
  });
}

/** What a process is asked beside its functions, at a path of no function. */
export type Asked = 'isPolluted' | StaffTask;
export const askedPath = '/__asked';

/** @throws Error if the process ends first */
export async function ask(port: number, asked: Asked): Promise<string> {
  const body = JSON.stringify(asked);
  return (await fetch(`http://127.0.0.1:${port}${askedPath}`, { method: 'POST', body })).text();
}

/**
 * Starts one process of functions. @param say gets its log @param shiftMs its clock shift; undefined for a clock that
 * cannot be moved, which saves a twentieth of the work @throws Error if it does not start
 */
export async function startHost(
  bundles: string,
  settings: Record<string, string>,
  say: (text: string) => void,
  shiftMs?: number,
): Promise<{ child: ChildProcess; port: number }> {
  const child = spawn(
    process.execPath,
    [
      ...(shiftMs === undefined ? [] : ['--enable-source-maps', '--import', join(here, 'shifted-clock.ts')]),
      // A worker of Vitest creates and checks the same hashes.
      ...(process.env['VITEST'] ? ['--import', join(projectRoot, 'tests/support/light-hashes.ts')] : []),
      join(here, 'host.ts'),
      bundles,
    ],
    {
      cwd: projectRoot,
      env: { PATH: process.env['PATH'], ...settings, CHAOS_CLOCK_MS: String(shiftMs ?? 0) },
      stdio: ['ignore', 'pipe', 'pipe', 'ipc'],
    },
  );
  for (const stream of [child.stdout, child.stderr]) {
    stream?.on('data', (chunk: Buffer) => say(chunk.toString()));
  }
  child.on('error', () => {});
  const [{ port }] = (await Promise.race([
    once(child, 'message'),
    once(child, 'exit').then(([code]) => {
      throw new Error(`A process of functions did not start (${code}); read its log.`);
    }),
  ])) as [{ port: number }];
  return { child, port };
}

/** @param clocks each process's clock shift, in ms; one process for each entry */
export async function openHosts(
  bundles: string,
  settings: Record<string, string>,
  clocks: readonly number[],
) {
  const hostOf = (clockMs: number): Host => ({ clockMs, shiftMs: clockMs, child: null, port: 0, busy: 0 });
  const hosts = clocks.map(hostOf);
  /** Gets no shopper's call. */
  const spare = hostOf(0);
  const ended: string[] = [];
  let log = '';
  let turn = 0;
  let started = 0;
  let isOver = false;

  async function begin(host: Host): Promise<void> {
    const say = (text: string) => {
      log += text;
    };
    const { child, port } = await startHost(bundles, settings, say, host.shiftMs);
    started += 1;
    Object.assign(host, { child, port, busy: 0 });
    child.once('exit', (code, signal) => {
      // A killed process is removed from its host first.
      if (host.child !== child || isOver) return;
      host.child = null;
      ended.push(`A process of functions ended by itself (${signal ?? code}); its last words are in the log`);
      begin(host).catch((error: Error) => ended.push(error.message));
    });
  }

  function move(host: Host, ms: number): void {
    host.shiftMs = ms;
    host.child?.send({ shiftMs: ms }, () => {});
  }

  async function end({ child }: Host): Promise<void> {
    if (!child || child.exitCode !== null || child.signalCode !== null) return;
    const gone = once(child, 'exit');
    child.kill('SIGKILL');
    await gone;
  }

  /** Picks the next live process; waits if there is none, because the platform starts another. */
  async function next(): Promise<Host | undefined> {
    for (let tries = 0; tries < 40 && !isOver; tries += 1) {
      turn += 1;
      const inTurn = [...hosts.slice(turn % hosts.length), ...hosts];
      const alive = inTurn.find(({ child }) => child !== null);
      if (alive) return alive;
      await wait(50);
    }
    return undefined;
  }

  async function request(host: Host, path: string, init: RequestInit, ip: string): Promise<Response> {
    const { child } = host;
    host.busy += 1;
    try {
      const headers = new Headers(init.headers);
      headers.set('x-nf-client-connection-ip', ip);
      const answer = await fetch(`http://127.0.0.1:${host.port}${path}`, { ...init, headers });
      // Reads the whole answer, because a process may die in the middle of it.
      return new Response(await answer.arrayBuffer(), { status: answer.status, headers: answer.headers });
    } catch (error) {
      if (init.signal?.aborted) throw error;
      return platform(502);
    } finally {
      if (host.child === child) host.busy -= 1;
    }
  }

  await Promise.all([...hosts, spare].map(begin));
  return {
    count: hosts.length,
    /** Calls a function by its path. If its process dies, the platform answers as Netlify does: 502 and a page. */
    call: async (path: string, init: RequestInit, ip: string): Promise<Response> => {
      const host = await next();
      return host ? request(host, path, init, ip) : platform(503);
    },
    /** Runs the reconciliation job on one of the processes, or on the spare one. */
    reconcile: async (by: 'anyone' | 'spare' = 'anyone') => {
      const host = by === 'spare' ? spare : await next();
      if (!host) return { status: 503, left: null };
      const init = { method: 'POST', signal: AbortSignal.timeout(40_000) };
      const answer = await request(host, '/.netlify/functions/reconciliation', init, '127.0.0.1').catch(() =>
        platform(504),
      );
      const text = await answer.text();
      return { status: answer.status, left: answer.ok ? (JSON.parse(text) as { left: number }).left : null };
    },
    /** @returns 'done', the reason of a refusal, or that the process ended */
    staffDo: async (task: StaffTask): Promise<string> => {
      const host = await next();
      return host ? ask(host.port, task).catch(() => 'died') : 'nobody there';
    },
    moveSpareClock: (ms: number) => move(spare, ms),
    /** Moves the clocks of all processes. */
    moveClocks: (ms: number) => {
      for (const host of [...hosts, spare]) move(host, host.clockMs + ms);
    },
    /** Sends SIGKILL and starts the process again after some ms. @returns the number of calls that died with it */
    kill: async (at: number, ms: number) => {
      const host = hosts[at % hosts.length];
      if (!host?.child) return 0;
      const dying = host.busy;
      const victim = { ...host };
      host.child = null;
      await end(victim);
      await wait(ms);
      if (!isOver) await begin(host);
      return dying;
    },
    /** The number of started processes, and those that ended without being killed. */
    exits: (): { started: number; ended: readonly string[] } => ({ started, ended }),
    log: () => log,
    stop: async () => {
      isOver = true;
      await Promise.all([...hosts, spare].map(end));
    },
  };
}

export type Hosts = Awaited<ReturnType<typeof openHosts>>;
