/**
 * HTTP/1.1 by hand over one kept connection: every client that there is would mend, refuse or encode what a hostile
 * caller sends as it stands.
 */
import { connect, type Socket } from 'node:net';

export interface WireRequest {
  method: string;
  /** Path and query as they stand in the first line. */
  target: string;
  headers: readonly (readonly [name: string, value: string])[];
  body: Buffer | null;
}

export interface WireAnswer {
  status: number;
  /** Names in lower case, in the order of their arrival. */
  headers: [string, string][];
  body: string;
  ms: number;
}

/** No answer came: the connection was closed, or nothing was heard for too long. */
export class NoAnswer extends Error {
  override name = 'NoAnswer';
  /** Closed before a byte of an answer had come; `100 Continue` is none. */
  readonly isUnheard: boolean;

  constructor(message: string, isUnheard = false) {
    super(message);
    this.isUnheard = isUnheard;
  }
}

export interface Connection {
  send: (request: WireRequest) => Promise<WireAnswer>;
  close: () => void;
}

const TIMEOUT_MS = 15_000;

const CONTINUE = /^HTTP\/1\.1 100 [^\r\n]*\r\n\r\n$/;

/** Header values as bytes: what is above 255 goes as UTF-8, as careless programs send it. */
function bytesOf({ method, target, headers, body }: WireRequest): Buffer {
  const length: [string, string][] = body === null ? [] : [['Content-Length', String(body.length)]];
  const lines = [...headers, ...length].map(([name, value]) => `${name}: ${value}`);
  const head = [`${method} ${target} HTTP/1.1`, ...lines, '', ''].join('\r\n');
  return Buffer.concat([Buffer.from(head, 'utf8'), body ?? Buffer.alloc(0)]);
}

export function openConnection(port: number, timeoutMs = TIMEOUT_MS): Connection {
  let socket: Socket | null = null;

  function ready(): Socket {
    if (socket && !socket.destroyed && socket.writable) return socket;
    socket = connect({ port, host: '127.0.0.1', noDelay: true });
    socket.on('error', () => {});
    return socket;
  }

  function exchange(request: WireRequest, on: Socket): Promise<WireAnswer> {
    const startedAt = performance.now();
    return new Promise((resolve, reject) => {
      let received = Buffer.alloc(0);
      const settle = (outcome: WireAnswer | NoAnswer, keep: boolean): void => {
        on.off('data', read);
        on.off('close', closed);
        clearTimeout(timer);
        if (!keep) on.destroy();
        if (outcome instanceof NoAnswer) reject(outcome);
        else resolve(outcome);
      };
      const tryRead = (ended: boolean): boolean => {
        const parsed = parseAnswer(received, request.method === 'HEAD', ended);
        if (!parsed) return false;
        const { keep, ...answer } = parsed;
        settle({ ...answer, ms: performance.now() - startedAt }, keep);
        return true;
      };
      const read = (chunk: Buffer): void => {
        received = Buffer.concat([received, chunk]);
        tryRead(false);
      };
      const closed = (): void => {
        if (tryRead(true)) return;
        const isUnheard = received.length === 0 || CONTINUE.test(received.toString('latin1'));
        settle(new NoAnswer('the connection was closed without an answer', isUnheard), false);
      };
      const timer = setTimeout(
        () => settle(new NoAnswer(`no answer within ${timeoutMs / 1_000} s`), false),
        timeoutMs,
      );
      on.on('data', read);
      on.on('close', closed);
      on.write(bytesOf(request));
    });
  }

  async function send(request: WireRequest): Promise<WireAnswer> {
    const reused = socket !== null && !socket.destroyed;
    try {
      return await exchange(request, ready());
    } catch (error) {
      // A kept connection may be closed by the other side in the moment in which it is used: that is no answer to this.
      // Whoever let this very request wait, or broke off, has given one.
      if (!reused || !(error instanceof NoAnswer) || !error.isUnheard) throw error;
      return exchange(request, ready());
    }
  }

  return {
    send,
    close: () => socket?.destroy(),
  };
}

/** @returns null while the answer is not whole */
function parseAnswer(
  bytes: Buffer,
  isHead: boolean,
  ended: boolean,
): (Omit<WireAnswer, 'ms'> & { keep: boolean }) | null {
  const split = bytes.indexOf('\r\n\r\n');
  if (split < 0) return null;
  const [first = '', ...lines] = bytes.subarray(0, split).toString('latin1').split('\r\n');
  const status = Number(first.split(' ')[1]);
  if (status === 100) return parseAnswer(bytes.subarray(split + 4), isHead, ended);
  const headers = lines.map((line): [string, string] => {
    const colon = line.indexOf(':');
    return [line.slice(0, colon).toLowerCase(), line.slice(colon + 1).trim()];
  });
  const header = (name: string) => headers.find(([key]) => key === name)?.[1];
  const keep = header('connection')?.toLowerCase() !== 'close';
  const rest = bytes.subarray(split + 4);
  if (isHead || status === 204 || status === 304) return { status, headers, body: '', keep };
  const length = header('content-length');
  if (length !== undefined) {
    if (rest.length < Number(length)) return null;
    return { status, headers, body: rest.subarray(0, Number(length)).toString('utf8'), keep };
  }
  if (header('transfer-encoding') === 'chunked') {
    const body = dechunked(rest);
    return body === null ? null : { status, headers, body, keep };
  }
  return ended ? { status, headers, body: rest.toString('utf8'), keep: false } : null;
}

function dechunked(bytes: Buffer): string | null {
  const parts: Buffer[] = [];
  let at = 0;
  for (;;) {
    const lineEnd = bytes.indexOf('\r\n', at);
    if (lineEnd < 0) return null;
    const size = Number.parseInt(bytes.subarray(at, lineEnd).toString('latin1'), 16);
    const from = lineEnd + 2;
    if (bytes.length < from + size + 2) return null;
    if (size === 0) return Buffer.concat(parts).toString('utf8');
    parts.push(bytes.subarray(from, from + size));
    at = from + size + 2;
  }
}
