/** Stands between the shop's functions and somebody whom they ask over HTTP, and spoils calls when it is told to. */
import { once } from 'node:events';
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { buffer } from 'node:stream/consumers';
import { setTimeout as wait } from 'node:timers/promises';

/**
 * What happens to one call. Without the work being done: `drop-before` closes the connection, `hang-before` never answers,
 * `error-before` says 500, `bad-gateway` is another's 502 in HTML, `garbage` is a web page with 200, `refuse` is the
 * upstream's own refusal. After it was done: `drop-after`, `hang-after`, `error-after`, and `cut`, whose answer ends in the
 * middle. `slow` works and answers late, `too-late` when the caller has given up, `twice` does the work two times.
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

export interface Struck {
  fault: WireFault;
  /** How late `slow` and `too-late` are. */
  ms?: number;
}

interface Spoken {
  status: number;
  type: string;
  body: Buffer | string;
}

export interface FaultyProxy {
  url: string;
  /** From now on; undefined spares the call. */
  strikes: (strike: (call: { method: string; path: string; body: string }) => Struck | undefined) => void;
  /** How many calls came so far. */
  came: () => number;
  /** Resolves when nothing is worked at, not even for those who have given up. */
  settled: () => Promise<void>;
  stop: () => Promise<void>;
}

const PAGE = '<!doctype html><title>Bad Gateway</title><h1>Bad Gateway</h1>';

/** Headers that belong to one connection. */
const HOP = ['connection', 'content-length', 'host', 'keep-alive', 'transfer-encoding'];

/** @param spoken what the upstream would say when it fails, and when it refuses; `hear` is told of every body that comes */
export async function openFaultyProxy(
  upstream: string,
  spoken: { failure: () => Spoken; refusal: (body: string) => Spoken; hear?: (body: string) => void },
): Promise<FaultyProxy> {
  let came = 0;
  const works = new Set<Promise<void>>();
  let strike: Parameters<FaultyProxy['strikes']>[0] = () => undefined;

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

  function speak(outgoing: ServerResponse, { status, type, body }: Spoken): void {
    outgoing.writeHead(status, { 'Content-Type': type }).end(body);
  }

  /** @returns whether the call was answered, or never will be, without the work */
  function spoiled(fault: WireFault | undefined, body: string, outgoing: ServerResponse): boolean {
    switch (fault) {
      case 'drop-before':
        outgoing.destroy();
        return true;
      case 'hang-before':
        return true;
      case 'error-before':
        speak(outgoing, spoken.failure());
        return true;
      case 'bad-gateway':
        speak(outgoing, { status: 502, type: 'text/html', body: PAGE });
        return true;
      case 'garbage':
        speak(outgoing, { status: 200, type: 'text/html', body: PAGE });
        return true;
      case 'refuse':
        speak(outgoing, spoken.refusal(body));
        return true;
      default:
        return false;
    }
  }

  async function handle(incoming: IncomingMessage, outgoing: ServerResponse): Promise<void> {
    const body = await buffer(incoming);
    const text = body.toString();
    spoken.hear?.(text);
    const struck = strike({ method: incoming.method ?? '', path: incoming.url ?? '', body: text });
    if (spoiled(struck?.fault, text, outgoing)) return;
    if (struck?.fault === 'slow' || struck?.fault === 'too-late') await wait(struck.ms);
    const works = Array.from({ length: struck?.fault === 'twice' ? 2 : 1 }, () => forward(incoming, body));
    const [answer] = await Promise.all(works);
    if (!answer) return;
    switch (struck?.fault) {
      case 'drop-after':
        outgoing.destroy();
        return;
      case 'hang-after':
        return;
      case 'error-after':
        speak(outgoing, spoken.failure());
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

  const server = createServer((incoming, outgoing) => {
    came += 1;
    // Whoever hung up, or is not there, leaves a call without an answer.
    const work = handle(incoming, outgoing).catch(() => void outgoing.destroy());
    works.add(work);
    void work.then(() => works.delete(work));
  });
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    strikes: (next) => {
      strike = next;
    },
    came: () => came,
    settled: async () => {
      while (works.size > 0) await Promise.all(works);
    },
    stop: async () => {
      const closed = once(server, 'close');
      server.close();
      server.closeAllConnections();
      await closed;
    },
  };
}
