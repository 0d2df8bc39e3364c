/** A proxy between the shop's functions and an HTTP service, which injects faults. */
import type { IncomingMessage, ServerResponse } from 'node:http';
import { buffer } from 'node:stream/consumers';
import { setTimeout as wait } from 'node:timers/promises';
import { openLoopbackServer } from '../../../local/loopback-server.ts';

/**
 * The faults of one call: what happens, and the share of calls that a fault affects. A fault that hangs blocks a function for
 * seconds, so it affects few.
 */
export const wireFaults = {
  'drop-before': { share: 0.35, says: 'drops the connection before the work' },
  'drop-after': { share: 0.35, says: 'does the work, the connection is dropped' },
  'hang-before': { share: 0.12, says: 'never answers, does nothing' },
  'hang-after': { share: 0.12, says: 'does the work, never answers' },
  'error-before': { share: 0.4, says: 'answers 500, does nothing' },
  'error-after': { share: 0.4, says: 'does the work, answers 500' },
  'bad-gateway': { share: 0.35, says: 'answers 502 with a page' },
  garbage: { share: 0.4, says: 'answers 200 with a web page' },
  refuse: { share: 0.5, says: 'refuses every command (OOM, READONLY, MISCONF, LOADING)' },
  cut: { share: 0.3, says: 'does the work, the answer ends in the middle' },
  slow: { share: 0.4, says: 'answers late' },
  'too-late': { share: 0.12, says: 'does the work after the caller has given up' },
  twice: { share: 0.6, says: 'gets every call twice' },
} as const;
export type WireFault = keyof typeof wireFaults;

export interface InjectedFault {
  fault: WireFault;
  /** Delays of `slow` and `too-late`, in ms. */
  ms?: number;
}

interface CannedReply {
  status: number;
  type: string;
  body: Buffer | string;
}

export interface FaultyProxy {
  url: string;
  /** Applies from now on; undefined leaves the call alone. */
  inject: (nextFault: () => InjectedFault | undefined) => void;
  /** The number of calls so far. */
  callCount: () => number;
  /** Resolves when no work is running, including work for callers who have given up. */
  settled: () => Promise<void>;
  stop: () => Promise<void>;
}

const PAGE = '<!doctype html><title>Bad Gateway</title><h1>Bad Gateway</h1>';

/** Headers that belong to one connection. */
const HOP = ['connection', 'content-length', 'host', 'keep-alive', 'transfer-encoding'];

/** @param replies the upstream's answers when it fails and when it refuses; `hear` gets every body */
export async function openFaultyProxy(
  upstream: string,
  replies: {
    failure: () => CannedReply;
    refusal: (body: string) => CannedReply;
    hear?: (body: string) => void;
  },
): Promise<FaultyProxy> {
  let callCount = 0;
  const works = new Set<Promise<void>>();
  let nextFault = (): InjectedFault | undefined => undefined;

  async function forward({ method = 'GET', url = '/', headers }: IncomingMessage, body: Buffer) {
    const kept = Object.entries(headers).filter(([name]) => !HOP.includes(name));
    const answer = await fetch(`${upstream}${url}`, {
      method,
      headers: Object.fromEntries(kept) as Record<string, string>,
      ...(body.length > 0 && { body: new Uint8Array(body) }),
    });
    return {
      status: answer.status,
      headers: [...answer.headers].filter(([name]) => ![...HOP, 'content-encoding'].includes(name)),
      body: Buffer.from(await answer.arrayBuffer()),
    };
  }

  function reply(outgoing: ServerResponse, { status, type, body }: CannedReply): void {
    outgoing.writeHead(status, { 'Content-Type': type }).end(body);
  }

  /** The answers without the work; null for none. */
  const instead: Partial<Record<WireFault, (body: string) => CannedReply | null>> = {
    'hang-before': () => null,
    'error-before': replies.failure,
    'bad-gateway': () => ({ status: 502, type: 'text/html', body: PAGE }),
    garbage: () => ({ status: 200, type: 'text/html', body: PAGE }),
    refuse: replies.refusal,
  };

  async function handle(incoming: IncomingMessage, outgoing: ServerResponse): Promise<void> {
    const body = await buffer(incoming);
    const text = body.toString();
    replies.hear?.(text);
    const injected = nextFault();
    if (injected?.fault === 'drop-before') return void outgoing.destroy();
    const made = injected && instead[injected.fault];
    if (made) {
      const canned = made(text);
      return canned ? reply(outgoing, canned) : undefined;
    }
    if (injected?.fault === 'slow' || injected?.fault === 'too-late') await wait(injected.ms);
    const works = Array.from({ length: injected?.fault === 'twice' ? 2 : 1 }, () => forward(incoming, body));
    const [answer] = await Promise.all(works);
    if (!answer) return;
    switch (injected?.fault) {
      case 'drop-after':
        outgoing.destroy();
        return;
      case 'hang-after':
        return;
      case 'error-after':
        reply(outgoing, replies.failure());
        return;
      case 'cut':
        outgoing.writeHead(answer.status, [...answer.headers.flat(), 'Content-Length', answer.body.length]);
        outgoing.write(answer.body.subarray(0, Math.floor(answer.body.length / 2)), () => outgoing.destroy());
        return;
      default:
        outgoing.writeHead(answer.status, answer.headers.flat()).end(answer.body);
    }
  }

  const server = await openLoopbackServer((incoming, outgoing) => {
    callCount += 1;
    // A caller that hung up, or an absent upstream, leaves the call without an answer.
    const work = handle(incoming, outgoing).catch(() => void outgoing.destroy());
    works.add(work);
    void work.then(() => works.delete(work));
  });
  return {
    ...server,
    inject: (next) => {
      nextFault = next;
    },
    callCount: () => callCount,
    settled: async () => {
      while (works.size > 0) await Promise.all(works);
    },
  };
}
