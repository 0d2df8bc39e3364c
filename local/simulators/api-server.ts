/** A provider's REST API on this machine: a loopback server around one function, with faults in between. */
import type { IncomingHttpHeaders, IncomingMessage, ServerResponse } from 'node:http';
import { text } from 'node:stream/consumers';
import { setTimeout as wait } from 'node:timers/promises';
import { type LoopbackServer, openLoopbackServer } from '../loopback-server.ts';
import type { Faults } from './faults.ts';

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

export interface Api {
  /** Synchronous, so that no other request comes in between. */
  answer: (request: ApiRequest) => ApiReply;
  /** The provider's own error answer. */
  failure: () => ApiReply;
}

const GARBAGE = '<!doctype html><title>502 Bad Gateway</title><h1>502 Bad Gateway</h1>';

export async function serveApi(api: Api, faults: Faults): Promise<LoopbackServer> {
  async function handle(incoming: IncomingMessage, outgoing: ServerResponse): Promise<void> {
    const { method = 'GET', headers } = incoming;
    const { pathname: path, search } = new URL(incoming.url ?? '/', 'http://provider');
    const body = await text(incoming);
    const active = faults.next(`${method} ${path}`);
    switch (active?.fault) {
      case 'down':
        incoming.socket.destroy();
        return;
      case 'hang':
        return;
      case 'garbage':
        outgoing.writeHead(200, { 'Content-Type': 'text/html; charset=utf-8' }).end(GARBAGE);
        return;
      case 'error':
        send(outgoing, api.failure());
        return;
      case 'slow':
        await wait(active.ms, undefined, { ref: false });
    }
    const reply = api.answer({ method, path, query: search.slice(1), headers, body });
    if (active?.fault === 'lost-answer') incoming.socket.destroy();
    else if (active?.fault === 'error-after') send(outgoing, api.failure());
    else if (active?.fault !== 'hang-after') send(outgoing, reply);
  }

  function send(outgoing: ServerResponse, reply: ApiReply): void {
    outgoing.writeHead(reply.status, { 'Content-Type': 'application/json', ...reply.headers });
    outgoing.end(JSON.stringify(reply.body));
  }

  return openLoopbackServer((incoming, outgoing) => {
    handle(incoming, outgoing).catch((error: unknown) => {
      // The caller closed the connection; anything else is a bug in a simulator.
      if (incoming.socket.destroyed) return;
      console.error(error);
      send(outgoing, api.failure());
    });
  });
}
