/**
 * HTTP/1.1 over a plain socket, one connection for each request: HTTP clients repair, refuse or encode what a hostile caller
 * sends unchanged.
 */
import { once } from 'node:events';
import { type IncomingMessage, request } from 'node:http';
import { connect } from 'node:net';
import { Duplex, Writable } from 'node:stream';
import { text } from 'node:stream/consumers';
import { chunksOf } from '../../../src/domain/chunks.ts';

export interface WireRequest {
  method: string;
  /** Path and query, as in the first line. */
  target: string;
  headers: readonly (readonly [name: string, value: string])[];
  body: Buffer | null;
}

export interface WireAnswer {
  /** 0 if the server closed the connection without a whole answer, or sent none in time. */
  status: number;
  /** Names in lower case, in the order of arrival. */
  headers: [string, string][];
  body: string;
  ms: number;
}

const TIMEOUT_MS = 15_000;

/** Header values above 255 are sent as UTF-8, as careless programs do. */
function bytesOf({ method, target, headers, body }: WireRequest): Buffer {
  const own: [string, string][] = [
    ...(body === null ? [] : [['Content-Length', String(body.length)] as [string, string]]),
    ['Connection', 'close'],
  ];
  const lines = [...headers, ...own].map(([name, value]) => `${name}: ${value}`);
  const head = [`${method} ${target} HTTP/1.1`, ...lines, '', ''].join('\r\n');
  return Buffer.concat([Buffer.from(head, 'utf8'), body ?? Buffer.alloc(0)]);
}

type Send = (request: WireRequest) => Promise<WireAnswer>;

export const sendTo =
  (port: number): Send =>
  async (asked) => {
    const startedAt = performance.now();
    const socket = connect({ port, host: '127.0.0.1', noDelay: true });
    socket.on('error', () => {});
    socket.write(bytesOf(asked));
    // Node reads the answer as if it were to a request of its own, which goes nowhere.
    const nowhere = new Writable({ write: (_chunk, _encoding, done) => done() });
    const own = request({
      createConnection: () => Duplex.from({ readable: socket, writable: nowhere }),
      method: asked.method === 'HEAD' ? 'HEAD' : 'GET',
      signal: AbortSignal.timeout(TIMEOUT_MS),
    });
    own.on('error', () => {});
    own.end();
    const answered = (status: number, headers: [string, string][], body: string) => {
      return { status, headers, body, ms: performance.now() - startedAt };
    };
    try {
      const [response] = (await once(own, 'response')) as [IncomingMessage];
      const headers = [...chunksOf(response.rawHeaders, 2)].map(
        ([name = '', value = '']): [string, string] => [name.toLowerCase(), value],
      );
      return answered(response.statusCode ?? 0, headers, await text(response));
    } catch (error) {
      return answered(0, [], `no whole answer: ${String(error)}`);
    } finally {
      socket.destroy();
    }
  };
