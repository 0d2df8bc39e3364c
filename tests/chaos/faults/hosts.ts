/** The processes that run the shop's functions, and the edge in front of them, which finds a living one for every call. */
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
  /** Where the bundles of the functions are. */
  bundles: string;
  /** A line for everything that the functions say. */
  log: string;
  settings: Record<string, string>;
  /** How far the clock of each process is off, in ms: one process a clock. */
  clocks: readonly number[];
}

interface Host {
  clockMs: number;
  /** How far its clock is off now. */
  shiftMs: number;
  child: ChildProcess | null;
  port: number;
  busy: number;
}

/** What the owner does with an order. */
export type OwnersVerb = 'cancel' | 'release' | 'refundAgain';

export interface Hosts {
  /** Calls a function by its path. Where its process dies, the platform answers as Netlify does: 502, and a page. */
  call: (path: string, init: RequestInit, ip: string) => Promise<Response>;
  /** Runs the reconciliation job on one of the processes, or on the spare one. */
  reconcile: (by?: 'anyone' | 'spare') => Promise<{ status: number; left: number | null }>;
  /** The owner does something with an order. @returns 'done', or why not */
  ownerDoes: (verb: OwnersVerb, orderId: string) => Promise<string>;
  /** Staff do something at the desk. @returns 'done', or why not */
  staffDo: (task: StaffTask) => Promise<string>;
  /** Moves the clock of the spare process, which no shopper's call reaches. */
  moveSpareClock: (ms: number) => void;
  /** Time passes for all of them. */
  moveClocks: (ms: number) => void;
  /** SIGKILL; it is there again after some ms. @returns how many calls died with it */
  kill: (at: number, ms: number) => Promise<number>;
  count: number;
  /** How many processes were started, and those that nobody has killed and that ended all the same. */
  exits: () => { started: number; ended: readonly string[] };
  stop: () => Promise<void>;
}

/** On an answer that a function of the shop gave: without it, the platform or the server before them answered. */
export const functionHeader = 'x-from-function';

function platform(status: number): Response {
  return new Response('<html><body>error decoding lambda response</body></html>', {
    status,
    headers: { 'Content-Type': 'text/html' },
  });
}

/** Asked beside HTTP. */
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
    // A closed channel says so here: its process may have ended before anybody listened.
    child.send({ ticket, asked }, (error) => error && died());
  });
}

/**
 * Starts one process of functions. @param shiftMs how far its clock is off; undefined for a clock that cannot be moved,
 * which saves a twentieth of its work @throws Error if it does not start
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
      ...[join(here, 'host.ts'), bundles],
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

/** Bundles all functions. The bundles lie in the project: from there their packages are found. */
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
      // Who kills one takes it out of its host before.
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

  /** Whoever is alive and next; a call waits for a while where nobody is, as the platform starts another. */
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
      // Whole, because a process may die in the middle of its answer.
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
