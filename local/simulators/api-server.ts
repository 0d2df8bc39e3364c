/** A provider's REST API on this machine: a loopback server around one function, with faults in between. */
import type { IncomingHttpHeaders, IncomingMessage, ServerResponse } from 'node:http';
import { text } from 'node:stream/consumers';
import { setTimeout as wait } from 'node:timers/promises';
import { type LoopbackServer, openLoopbackServer } from '../loopback-server.ts';
import { type Faults, openFaults } from './faults.ts';
import type { OpenLedger } from './ledger.ts';

export interface ApiRequest {
  method: string;
  path: string;
  /** Without the question mark. */
  query: string;
  headers: IncomingHttpHeaders;
  body: string;
}

export interface ApiReply {
  status: number;
  body: unknown;
  headers?: Record<string, string>;
}

/** A provider's refusal of a request, with its own error body. */
export class ApiRefusal<Body extends object = object> extends Error {
  readonly status: number;
  readonly error: Body;

  constructor(message: string, status: number, error: Body) {
    super(message);
    this.status = status;
    this.error = error;
  }

  reply(): ApiReply {
    return { status: this.status, body: { error: this.error } };
  }
}

export interface Api {
  /** Synchronous, so that no other request comes in between. @throws ApiRefusal */
  answer: (request: ApiRequest) => ApiReply;
  /** The provider's own error answer. */
  failure: ApiRefusal;
  /** Headers of every reply. */
  headers?: () => Record<string, string>;
}

const GARBAGE = '<!doctype html><title>502 Bad Gateway</title><h1>502 Bad Gateway</h1>';

export async function serveApi(api: Api, faults: Faults = openFaults()): Promise<LoopbackServer> {
  async function handle(incoming: IncomingMessage, outgoing: ServerResponse): Promise<void> {
    const { method = 'GET', headers } = incoming;
    const { pathname: path, search } = new URL(incoming.url ?? '/', 'http://provider');
    const body = await text(incoming);
    const { fault, ms } = faults.next(`${method} ${path}`);
    switch (fault) {
      case 'down':
        incoming.socket.destroy();
        return;
      case 'hang':
        return;
      case 'garbage':
        outgoing.writeHead(200, { 'Content-Type': 'text/html; charset=utf-8' }).end(GARBAGE);
        return;
      case 'error':
        throw api.failure;
      case 'slow':
        await wait(ms, undefined, { ref: false });
    }
    const reply = replyOf(() => api.answer({ method, path, query: search.slice(1), headers, body }));
    if (fault === 'error-after') throw api.failure;
    if (fault === 'lost-answer') incoming.socket.destroy();
    else send(outgoing, reply);
  }

  function send(outgoing: ServerResponse, { status, body, headers }: ApiReply): void {
    outgoing.writeHead(status, { 'Content-Type': 'application/json', ...api.headers?.(), ...headers });
    outgoing.end(JSON.stringify(body));
  }

  return openLoopbackServer((incoming, outgoing) => {
    handle(incoming, outgoing).catch((error: unknown) => {
      // The caller closed the connection; anything else is a bug in a simulator.
      if (incoming.socket.destroyed) return;
      if (error !== api.failure) console.error(error);
      send(outgoing, api.failure.reply());
    });
  });
}

/** A refusal is a reply as well. */
export function replyOf(work: () => ApiReply): ApiReply {
  try {
    return work();
  } catch (error) {
    if (error instanceof ApiRefusal) return error.reply();
    throw error;
  }
}

/**
 * @param table by operation, such as `GET /v1/orders/{id}`
 * @returns what a request asks for, and the part of its path in braces
 */
export function openRoutes<Work>(table: Record<string, Work>) {
  const routes = Object.entries(table).map(([operation, work]) => {
    return { operation, work, pattern: new RegExp(`^${operation.replace(/\{\w+\}/, '([^/]+)')}$`) };
  });
  return ({ method, path }: ApiRequest) => {
    for (const { operation, work, pattern } of routes) {
      const found = pattern.exec(`${method} ${path}`);
      if (found) return { operation, work, id: found[1] ?? '' };
    }
    return undefined;
  };
}

interface Keyed {
  /** The provider and the request's idempotency key. */
  name: string;
  /** What must be the same when the key is used again. */
  request: string;
  /** How long a key is known; default: for ever. */
  seconds?: number;
}

/** Repeats the first reply for an idempotency key. @throws `misuse` for another request with the same key */
export function once(
  { replies, seconds: now, save }: OpenLedger,
  { name, request, seconds = Number.POSITIVE_INFINITY }: Keyed,
  misuse: ApiRefusal,
  work: () => ApiReply,
): { reply: ApiReply; isRepeated: boolean } {
  const kept = replies[name];
  if (kept && kept.at > now() - seconds) {
    if (kept.request !== request) throw misuse;
    return { reply: { status: kept.status, body: kept.body }, isRepeated: true };
  }
  const reply = work();
  const { status, body } = reply;
  replies[name] = { request, at: now(), status, body: structuredClone(body) };
  save();
  return { reply, isRepeated: false };
}
