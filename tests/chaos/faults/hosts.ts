/** The processes that run the shop's functions, and the edge in front of them, which picks a live one for every call. */
import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { createWriteStream } from 'node:fs';
import { rm } from 'node:fs/promises';
import { join } from 'node:path';
import process from 'node:process';
import type { Writable } from 'node:stream';
import { setTimeout as wait } from 'node:timers/promises';
import { bundleFunctions } from '../../../local/functions/functions-host.ts';
import { projectRoot } from '../../../scripts/setup.mjs';
import type { StaffTask } from './staff.ts';

const here = join(projectRoot, 'tests', 'chaos', 'faults');

export interface HostsOptions {
  /** The folder with the bundles of the functions. */
  bundles: string;
  /** The file that gets every log line of the functions. */
  log: string;
  settings: Record<string, string>;
  /** Each process's clock shift, in ms; one process for each entry. */
  clocks: readonly number[];
}

interface Host {
  clockMs: number;
  /** Its present clock shift. */
  shiftMs: number;
  child: ChildProcess | null;
  port: number;
  busy: number;
}

/** An action of the owner on an order. */
export type OwnersVerb = 'cancel' | 'release' | 'refundAgain';

export interface Hosts {
  /** Calls a function by its path. If its process dies, the platform answers as Netlify does: 502 and a page. */
  call: (path: string, init: RequestInit, ip: string) => Promise<Response>;
  /** Runs the reconciliation job on one of the processes, or on the spare one. */
  reconcile: (by?: 'anyone' | 'spare') => Promise<{ status: number; left: number | null }>;
  /** Carries out an action of the owner. @returns 'done', or the reason of a refusal */
  ownerDoes: (verb: OwnersVerb, orderId: string) => Promise<string>;
  /** Carries out an action of staff at the desk. @returns 'done', or the reason of a refusal */
  staffDo: (task: StaffTask) => Promise<string>;
  /** Moves the clock of the spare process, which gets no shopper's call. */
  moveSpareClock: (ms: number) => void;
  /** Moves the clocks of all processes. */
  moveClocks: (ms: number) => void;
  /** Sends SIGKILL and starts the process again after some ms. @returns the number of calls that died with it */
  kill: (at: number, ms: number) => Promise<number>;
  count: number;
  /** The number of started processes, and those that ended without being killed. */
  exits: () => { started: number; ended: readonly string[] };
  stop: () => Promise<void>;
}

/** Marks an answer of a function; without it, the platform or the server in front answered. */
export const functionHeader = 'x-from-function';

function platform(status: number): Response {
  return new Response('<html><body>error decoding lambda response</body></html>', {
    status,
    headers: { 'Content-Type': 'text/html' },
  });
}

/** A request over the process's channel, not HTTP. */
export type Asked = 'isPolluted' | { verb: OwnersVerb; orderId: string } | StaffTask;

let lastTicket = 0;

/** @returns undefined if the process ends first */
export function ask<Answer>(child: ChildProcess, asked: Asked): Promise<Answer | undefined> {
  lastTicket += 1;
  const ticket = lastTicket;
  return new Promise((resolve) => {
    const settle = (answer?: Answer) => {
      child.off('exit', died);
      child.off('message', hear);
      resolve(answer);
    };
    const died = () => settle();
    const hear = (said: { ticket?: number; answer?: Answer }) =>
      said.ticket === ticket && settle(said.answer);
    child.on('exit', died);
    child.on('message', hear);
    // A closed channel reports an error here: its process may have ended before anything listened.
    child.send({ ticket, asked }, (error) => error && died());
  });
}

/**
 * Starts one process of functions. @param shiftMs its clock shift; undefined for a clock that cannot be moved, which saves a
 * twentieth of the work @throws Error if it does not start
 */
export async function startHost(
  { bundles, settings }: Pick<HostsOptions, 'bundles' | 'settings'>,
  output: Writable,
  shiftMs?: number,
): Promise<{ child: ChildProcess; port: number }> {
  const child = spawn(
    process.execPath,
    [
      ...(shiftMs === undefined ? [] : ['--enable-source-maps', '--import', join(here, 'shifted-clock.ts')]),
      join(here, 'host.ts'),
      bundles,
    ],
    {
      cwd: projectRoot,
      env: { PATH: process.env['PATH'], ...settings, CHAOS_CLOCK_MS: String(shiftMs ?? 0) },
      stdio: ['ignore', 'pipe', 'pipe', 'ipc'],
    },
  );
  child.stdout?.pipe(output, { end: false });
  child.stderr?.pipe(output, { end: false });
  child.on('error', () => {});
  const [{ port }] = (await Promise.race([
    once(child, 'message'),
    once(child, 'exit').then(([code]) => {
      throw new Error(`A process of functions did not start (${code}); read its log.`);
    }),
  ])) as [{ port: number }];
  return { child, port };
}

/** Bundles all functions. The bundles lie inside the project, because their packages resolve from there. */
export async function bundleAll(name: string): Promise<{ bundles: string; remove: () => Promise<void> }> {
  const bundles = join(projectRoot, '.cache', 'functions', name);
  await bundleFunctions(join(projectRoot, 'netlify', 'functions'), bundles);
  return { bundles, remove: () => rm(bundles, { recursive: true, force: true }) };
}

export async function openHosts({ bundles, log, settings, clocks }: HostsOptions): Promise<Hosts> {
  const said = createWriteStream(log, { flags: 'a' });
  const hostOf = (clockMs: number): Host => ({ clockMs, shiftMs: clockMs, child: null, port: 0, busy: 0 });
  const hosts = clocks.map(hostOf);
  const spare = hostOf(0);
  const ended: string[] = [];
  let turn = 0;
  let started = 0;
  let isOver = false;

  async function begin(host: Host): Promise<void> {
    const { child, port } = await startHost({ bundles, settings }, said, host.shiftMs);
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

  async function asked(what: Exclude<Asked, 'isPolluted'>): Promise<string> {
    const host = await next();
    if (!host?.child) return 'nobody there';
    return (await ask<string>(host.child, what)) ?? 'died';
  }

  await Promise.all([...hosts, spare].map(begin));
  return {
    count: hosts.length,
    call: async (path, init, ip) => {
      const host = await next();
      return host ? request(host, path, init, ip) : platform(503);
    },
    reconcile: async (by = 'anyone') => {
      const host = by === 'spare' ? spare : await next();
      if (!host) return { status: 503, left: null };
      const init = { method: 'POST', signal: AbortSignal.timeout(40_000) };
      const answer = await request(host, '/.netlify/functions/reconciliation', init, '127.0.0.1').catch(() =>
        platform(504),
      );
      const text = await answer.text();
      return { status: answer.status, left: answer.ok ? (JSON.parse(text) as { left: number }).left : null };
    },
    ownerDoes: (verb, orderId) => asked({ verb, orderId }),
    staffDo: asked,
    moveSpareClock: (ms) => move(spare, ms),
    moveClocks: (ms) => {
      for (const host of [...hosts, spare]) move(host, host.clockMs + ms);
    },
    kill: async (at, ms) => {
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
    exits: () => ({ started, ended }),
    stop: async () => {
      isOver = true;
      await Promise.all([...hosts, spare].map(end));
      said.end();
    },
  };
}
