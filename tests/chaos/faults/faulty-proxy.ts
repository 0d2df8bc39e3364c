/** A proxy between the shop's functions and an HTTP service, which injects faults. */
import type { IncomingMessage, ServerResponse } from 'node:http';
import { buffer } from 'node:stream/consumers';
import { setTimeout as wait } from 'node:timers/promises';
import { openLoopbackServer } from '../../../local/loopback-server.ts';

/**
 * The fault of one call. Before the upstream works: `drop-before` closes the connection, `hang-before` never answers,
 * `error-before` answers 500, `bad-gateway` answers another server's 502 in HTML, `garbage` answers 200 with a web page,
 * `refuse` answers the upstream's own refusal. After the work: `drop-after`, `hang-after`, `error-after`, and `cut`, whose
 * answer ends in the middle. `slow` answers late, `too-late` after the caller has given up, `twice` does the work twice.
 */
export type WireFault =
  | 'drop-before'
  | 'drop-after'
  | 'hang-before'
  | 'hang-after'
  | 'error-before'
  | 'error-after'
  | 'bad-gateway'
  | 'garbage'
  | 'refuse'
  | 'cut'
  | 'slow'
  | 'too-late'
  | 'twice';

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
  inject: (
    nextFault: (call: { method: string; path: string; body: string }) => InjectedFault | undefined,
  ) => void;
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
  let nextFault: Parameters<FaultyProxy['inject']>[0] = () => undefined;

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

  /** @returns whether the call is answered, or never will be, without the work */
  function answeredWithoutWork(
    fault: WireFault | undefined,
    body: string,
    outgoing: ServerResponse,
  ): boolean {
    switch (fault) {
      case 'drop-before':
        outgoing.destroy();
        return true;
      case 'hang-before':
        return true;
      case 'error-before':
        reply(outgoing, replies.failure());
        return true;
      case 'bad-gateway':
        reply(outgoing, { status: 502, type: 'text/html', body: PAGE });
        return true;
      case 'garbage':
        reply(outgoing, { status: 200, type: 'text/html', body: PAGE });
        return true;
      case 'refuse':
        reply(outgoing, replies.refusal(body));
        return true;
      default:
        return false;
    }
  }

  async function handle(incoming: IncomingMessage, outgoing: ServerResponse): Promise<void> {
    const body = await buffer(incoming);
    const text = body.toString();
    replies.hear?.(text);
    const injected = nextFault({ method: incoming.method ?? '', path: incoming.url ?? '', body: text });
    if (answeredWithoutWork(injected?.fault, text, outgoing)) return;
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
        outgoing.writeHead(answer.status, [
          ...answer.headers.flat(),
          'Content-Length',
          String(answer.body.length),
        ]);
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
