/**
 * What stands before a shop in production: TLS 1.3 and HTTP/2, text in brotli, and answers sent in the order of the
 * priorities that the browser gave (RFC 9218), over the modelled network.
 */
import { createHash, X509Certificate } from 'node:crypto';
import { once } from 'node:events';
import { type IncomingMessage, request } from 'node:http';
import {
  createSecureServer,
  type IncomingHttpHeaders,
  type OutgoingHttpHeaders,
  type ServerHttp2Session,
  type ServerHttp2Stream,
} from 'node:http2';
import { setTimeout as wait } from 'node:timers/promises';
import { promisify } from 'node:util';
import { brotliCompress, constants } from 'node:zlib';
import { generate } from 'selfsigned';
import { openSlowNetwork, type SlowNetwork } from './slow-network.ts';

export interface Asked {
  method: string;
  path: string;
  headers: IncomingHttpHeaders;
  body: Buffer;
}

export interface Answer {
  status: number;
  headers: OutgoingHttpHeaders;
  body: Buffer;
}

/** A request as the front saw it, whoever in the browser made it. */
export interface Seen {
  method: string;
  path: string;
  /** `prefetch`, `prefetch;prerender`, or empty. */
  purpose: string;
  status: number;
  /** Of what was answered, without parameters. */
  type: string;
  /** Of the body, as it was sent. */
  bytes: number;
}

export interface Certificate {
  key: string;
  cert: string;
  /** For Chromium's --ignore-certificate-errors-spki-list. */
  keyHash: string;
}

export interface Front {
  address: string;
  network: SlowNetwork;
  /** What was asked since the last look. */
  takeSeen: () => Seen[];
  /** Nobody has asked for anything, and nothing has come, for a while. @throws Error where that does not come */
  quiet: (ms: number) => Promise<void>;
  /** Ends all connections, as they are after a while. */
  hangUp: () => void;
  close: () => Promise<void>;
}

export async function makeCertificate(): Promise<Certificate> {
  const { private: key, cert } = await generate([{ name: 'commonName', value: '127.0.0.1' }], {
    // Of the size that public certificates have, signature and chain aside.
    keyType: 'rsa',
    keySize: 2_048,
    algorithm: 'sha256',
    extensions: [{ name: 'subjectAltName', altNames: [{ type: 7, ip: '127.0.0.1' }] }],
  });
  const spki = new X509Certificate(cert).publicKey.export({ type: 'spki', format: 'der' });
  return { key, cert, keyHash: createHash('sha256').update(spki).digest('base64') };
}

/** Small enough that an urgent answer never waits long behind another's piece. */
const PIECE_BYTES = 2_800;
const LEAST_URGENT = 7;
const RECORD_BYTES = 1_400;
const HEAD_START_MS = 2;

const PATIENCE_MS = 30_000;

interface Sending {
  stream: ServerHttp2Stream;
  rest: Buffer;
  urgency: number;
  isIncremental: boolean;
}

/** Sends a connection's bodies: the most urgent first, one after the other, those that may come in pieces by turns. */
class Sender {
  #queue: Sending[] = [];
  #isBusy = false;

  add(sending: Sending): void {
    this.#queue.push(sending);
    // Answers that are ready in the same moment are weighed against each other.
    setImmediate(() => this.#next());
  }

  #next(): void {
    if (this.#isBusy) return;
    this.#queue = this.#queue.filter(({ stream }) => !stream.destroyed && !stream.closed);
    const most = Math.min(...this.#queue.map(({ urgency }) => urgency));
    const sending = this.#queue.find(({ urgency }) => urgency === most);
    if (!sending) return;
    const piece = sending.rest.subarray(0, PIECE_BYTES);
    sending.rest = sending.rest.subarray(piece.byteLength);
    const isLast = sending.rest.byteLength === 0;
    if (isLast || sending.isIncremental) this.#queue.splice(this.#queue.indexOf(sending), 1);
    if (!isLast && sending.isIncremental) this.#queue.push(sending);
    this.#isBusy = true;
    const go = () => {
      this.#isBusy = false;
      this.#next();
    };
    sending.stream.once('close', go);
    sending.stream.write(piece, () => {
      sending.stream.off('close', go);
      if (isLast) sending.stream.end();
      go();
    });
  }
}

function priorityOf(header: string | string[] | undefined): { urgency: number; isIncremental: boolean } {
  const text = String(header ?? '');
  const urgency = Number(/\bu=([0-7])/.exec(text)?.[1] ?? 3);
  return {
    urgency: Math.min(urgency, LEAST_URGENT),
    isIncremental: /(?:^|[,\s])i(?:$|[,\s=])(?!\?0)/.test(text),
  };
}

async function bodyOf(stream: ServerHttp2Stream): Promise<Buffer> {
  const parts: Buffer[] = [];
  for await (const part of stream) parts.push(part as Buffer);
  return Buffer.concat(parts);
}

const brotli = promisify(brotliCompress);
const TEXT = /^(?:text\/|image\/svg|application\/(?:javascript|json|manifest|ld|xml))/;
const SMALLEST_TO_COMPRESS = 256;

/** The shop compresses its pages itself; what functions answer is the CDN's to compress. */
async function compressed({ status, headers, body }: Answer, asked: Asked): Promise<Answer> {
  const isPlainText = !headers['content-encoding'] && TEXT.test(String(headers['content-type'] ?? ''));
  const takes = /\bbr\b/.test(String(asked.headers['accept-encoding'] ?? ''));
  if (!isPlainText || !takes || body.byteLength < SMALLEST_TO_COMPRESS) return { status, headers, body };
  const smaller = await brotli(body, { params: { [constants.BROTLI_PARAM_QUALITY]: 5 } });
  const { 'content-length': _length, ...others } = headers;
  return { status, headers: { ...others, 'content-encoding': 'br', vary: 'Accept-Encoding' }, body: smaller };
}

export async function openFront(
  certificate: Certificate,
  answer: (asked: Asked) => Promise<Answer>,
): Promise<Front> {
  const server = createSecureServer({ key: certificate.key, cert: certificate.cert, minVersion: 'TLSv1.3' });
  const senders = new WeakMap<ServerHttp2Session, Sender>();
  const sessions = new Set<ServerHttp2Session>();
  let seen: Seen[] = [];
  let underway = 0;
  let isClosed = false;
  server.on('session', (session) => {
    senders.set(session, new Sender());
    sessions.add(session);
    session.on('close', () => sessions.delete(session));
    session.on('error', () => session.destroy());
  });
  // A record cannot be read before its end is there: one that fits into a segment never waits for the next.
  server.on('secureConnection', (socket) => socket.setMaxSendFragment(RECORD_BYTES));
  // A browser that closes in the middle of a handshake is no event.
  server.on('tlsClientError', () => {});
  server.on('sessionError', () => {});

  async function serve(stream: ServerHttp2Stream, headers: IncomingHttpHeaders): Promise<void> {
    const session = stream.session as ServerHttp2Session | undefined;
    const asked: Asked = {
      method: String(headers[':method']),
      path: String(headers[':path']),
      headers,
      body: await bodyOf(stream),
    };
    const { status, headers: given, body } = await compressed(await answer(asked), asked);
    const isEmpty = body.byteLength === 0 || asked.method === 'HEAD';
    seen.push({
      method: asked.method,
      path: asked.path,
      purpose: String(headers['sec-purpose'] ?? ''),
      status,
      type: String(given['content-type'] ?? '').replace(/;.*$/, ''),
      bytes: isEmpty ? 0 : body.byteLength,
    });
    if (stream.destroyed || stream.closed || !session) return;
    stream.respond({ ...given, ':status': status }, { endStream: isEmpty });
    if (isEmpty) return;
    // The head goes out by itself, as it does where the body has yet to be fetched.
    await wait(HEAD_START_MS);
    senders.get(session)?.add({ stream, rest: body, ...priorityOf(headers['priority']) });
  }

  server.on('stream', (stream, headers) => {
    stream.on('error', () => {});
    underway += 1;
    stream.once('close', () => {
      underway -= 1;
    });
    serve(stream, headers).catch((error: unknown) => {
      // Nobody waits for an answer that comes after the end.
      if (isClosed) return;
      if (!stream.destroyed) stream.close();
      console.error(error);
    });
  });
  const network = await openSlowNetwork((connection) => server.emit('connection', connection));
  return {
    address: `https://127.0.0.1:${network.port}`,
    network,
    takeSeen: () => {
      const taken = seen;
      seen = [];
      return taken;
    },
    quiet: async (ms) => {
      const latest = performance.now() + PATIENCE_MS;
      let last = network.carried().down;
      let since = performance.now();
      while (performance.now() - since < ms) {
        await wait(25);
        const { down } = network.carried();
        if (underway > 0 || down !== last) since = performance.now();
        last = down;
        if (performance.now() > latest) throw new Error(`${underway} answers were still awaited.`);
      }
    },
    hangUp: () => {
      for (const session of sessions) session.close();
    },
    close: async () => {
      isClosed = true;
      for (const session of sessions) session.destroy();
      await network.close();
    },
  };
}

const OWN_TO_A_CONNECTION = /^(?::|(?:connection|keep-alive|transfer-encoding|upgrade|host|http2-settings)$)/;

/** Passes what is asked on to a shop on this machine, each request from another address: limits per address are no part of this. */
export function passOnTo(shop: URL): (asked: Asked) => Promise<Answer> {
  let shoppers = 0;
  return async ({ method, path, headers, body }) => {
    shoppers += 1;
    const kept = Object.entries(headers).filter(([name]) => !OWN_TO_A_CONNECTION.test(name));
    const outgoing = request(new URL(path, shop), {
      method,
      headers: {
        ...Object.fromEntries(kept),
        'content-length': body.byteLength,
        'x-nf-client-connection-ip': `10.${(shoppers >> 16) & 255}.${(shoppers >> 8) & 255}.${shoppers & 255}`,
      },
    });
    outgoing.end(body);
    const [response] = (await once(outgoing, 'response')) as [IncomingMessage];
    const parts: Buffer[] = [];
    for await (const part of response) parts.push(part as Buffer);
    const given = Object.entries(response.headers).filter(([name]) => !OWN_TO_A_CONNECTION.test(name));
    return {
      status: response.statusCode ?? 502,
      headers: Object.fromEntries(given),
      body: Buffer.concat(parts),
    };
  };
}
