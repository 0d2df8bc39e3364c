/**
 * HTTP/1.1 over a plain socket, one connection for each request: HTTP clients repair, refuse or encode what a hostile caller
 * sends unchanged.
 */
import { connect } from 'node:net';

export interface WireRequest {
  method: string;
  /** Path and query, as in the first line. */
  target: string;
  headers: readonly (readonly [name: string, value: string])[];
  body: Buffer | null;
}

export interface WireAnswer {
  status: number;
  /** Names in lower case, in the order of arrival. */
  headers: [string, string][];
  body: string;
  ms: number;
}

/** The server closed the connection without a whole answer, or sent none in time. */
export class NoAnswer extends Error {
  override name = 'NoAnswer';
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

export type Send = (request: WireRequest) => Promise<WireAnswer>;

export const sendTo =
  (port: number): Send =>
  (request) => {
    const startedAt = performance.now();
    return new Promise((resolve, reject) => {
      const parts: Buffer[] = [];
      const socket = connect({ port, host: '127.0.0.1', noDelay: true, timeout: TIMEOUT_MS });
      socket.on('data', (part) => parts.push(part));
      socket.on('error', () => {});
      socket.on('timeout', () => {
        reject(new NoAnswer(`no answer within ${TIMEOUT_MS / 1_000} s`));
        socket.destroy();
      });
      socket.on('end', () => socket.end());
      socket.on('close', () => {
        const answer = parseAnswer(Buffer.concat(parts), request.method === 'HEAD');
        if (answer) resolve({ ...answer, ms: performance.now() - startedAt });
        else reject(new NoAnswer('the connection was closed without an answer'));
      });
      socket.write(bytesOf(request));
    });
  };

/** @returns null if the answer is not whole */
function parseAnswer(bytes: Buffer, isHead: boolean): Omit<WireAnswer, 'ms'> | null {
  const split = bytes.indexOf('\r\n\r\n');
  if (split < 0) return null;
  const [first = '', ...lines] = bytes.subarray(0, split).toString('latin1').split('\r\n');
  const rest = bytes.subarray(split + 4);
  const status = Number(first.split(' ')[1]);
  if (status === 100) return parseAnswer(rest, isHead);
  const headers = lines.map((line): [string, string] => {
    const colon = line.indexOf(':');
    return [line.slice(0, colon).toLowerCase(), line.slice(colon + 1).trim()];
  });
  const header = (name: string) => headers.find(([key]) => key === name)?.[1];
  if (isHead || status === 204 || status === 304) return { status, headers, body: '' };
  const isChunked = header('transfer-encoding') === 'chunked';
  const body = isChunked ? dechunked(rest) : rest;
  if (body === null || body.length < Number(header('content-length') ?? 0)) return null;
  return { status, headers, body: body.toString('utf8') };
}

function dechunked(bytes: Buffer): Buffer | null {
  const parts: Buffer[] = [];
  for (let at = 0; ;) {
    const lineEnd = bytes.indexOf('\r\n', at);
    const size = Number.parseInt(bytes.subarray(at, lineEnd).toString('latin1'), 16);
    const from = lineEnd + 2;
    if (lineEnd < 0 || bytes.length < from + size + 2) return null;
    if (size === 0) return Buffer.concat(parts);
    parts.push(bytes.subarray(from, from + size));
    at = from + size + 2;
  }
}
