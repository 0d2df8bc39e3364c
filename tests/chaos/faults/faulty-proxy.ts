/** A proxy between the shop's functions and an HTTP service, which injects faults. */
import type { IncomingMessage, ServerResponse } from 'node:http';
import { buffer } from 'node:stream/consumers';
import { setTimeout as wait } from 'node:timers/promises';
import { openLoopbackServer } from '../../../local/loopback-server.ts';
import { passOn } from '../../support/pass-on.ts';

export type Wire = 'redis' | 'razorpay' | 'stripe';
const ofRedis: readonly Wire[] = ['redis'];
const ofProviders: readonly Wire[] = ['razorpay', 'stripe'];
const ofAll: readonly Wire[] = [...ofRedis, ...ofProviders];

/**
 * The faults of one call: the share of calls that a fault affects, who can have it, and what happens. A fault that hangs
 * blocks a function for seconds, so it affects few. Only Redis's own client sends a command twice, after an answer that
 * was lost: `drop-after` covers it.
 */
export const wireFaults = {
  'drop-before': { share: 0.35, of: ofAll, says: 'drops the connection before the work' },
  'drop-after': { share: 0.35, of: ofAll, says: 'does the work, the connection is dropped' },
  'hang-before': { share: 0.12, of: ofProviders, says: 'never answers, does nothing' },
  'hang-after': { share: 0.12, of: ofAll, says: 'does the work, never answers' },
  'error-before': { share: 0.4, of: ofAll, says: 'answers 500, does nothing' },
  'error-after': { share: 0.4, of: ofAll, says: 'does the work, answers 500' },
  'bad-gateway': { share: 0.35, of: ofRedis, says: 'answers 502 with a page' },
  garbage: { share: 0.4, of: ofProviders, says: 'answers 200 with a web page' },
  refuse: { share: 0.5, of: ofRedis, says: 'refuses every command (OOM, READONLY, MISCONF, LOADING)' },
  cut: { share: 0.3, of: ofAll, says: 'does the work, the answer ends in the middle' },
  slow: { share: 0.4, of: ofAll, says: 'answers late' },
  'too-late': { share: 0.12, of: ofAll, says: 'does the work after the caller has given up' },
  twice: { share: 0.6, of: ofProviders, says: 'gets every call twice' },
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
  body: string;
}

const PAGE = '<!doctype html><title>Bad Gateway</title><h1>Bad Gateway</h1>';

/** @param replies the upstream's answers when it fails and when it refuses; `hear` gets every body */
export async function openFaultyProxy(
  upstream: string,
  replies: {
    failure: () => CannedReply;
    refusal: (body: string) => CannedReply;
    hear?: (body: string) => void;
  },
) {
  let callCount = 0;
  const works = new Set<Promise<void>>();
  let nextFault = (): InjectedFault | undefined => undefined;

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
    const { method = 'GET', url: path = '/', headers } = incoming;
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
    const asked = { method, path, headers, body };
    const times = injected?.fault === 'twice' ? 2 : 1;
    const [answer] = await Promise.all(Array.from({ length: times }, () => passOn(upstream, asked)));
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
        outgoing.writeHead(answer.status, { ...answer.headers, 'content-length': answer.body.length });
        outgoing.write(answer.body.subarray(0, Math.floor(answer.body.length / 2)), () => outgoing.destroy());
        return;
      default:
        outgoing.writeHead(answer.status, answer.headers).end(answer.body);
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
    /** Applies from now on; undefined leaves the call alone. */
    inject: (next: () => InjectedFault | undefined) => {
      nextFault = next;
    },
    /** The number of calls so far. */
    callCount: () => callCount,
    /** Resolves when no work is running, including work for callers who have given up. */
    settled: async () => {
      while (works.size > 0) await Promise.all(works);
    },
  };
}
