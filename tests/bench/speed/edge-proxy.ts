/** The edge in front of a shop in production: TLS 1.3, HTTP/2 and brotli for text. */
import { X509Certificate, createHash } from 'node:crypto';
import { once } from 'node:events';
import {
  createSecureServer,
  type IncomingHttpHeaders,
  type ServerHttp2Session,
  type ServerHttp2Stream,
} from 'node:http2';
import type { AddressInfo } from 'node:net';
import { buffer } from 'node:stream/consumers';
import { promisify } from 'node:util';
import { brotliCompress, constants } from 'node:zlib';
import { generate } from 'selfsigned';
import { networkOf } from '../../support/api-call.ts';
import { type Answer, type Asked, passOn } from '../../support/pass-on.ts';
import { PACKET_BYTES } from './line.ts';

/** A request as the proxy saw it, from any part of the browser. */
export interface Seen {
  path: string;
  /** `prefetch`, `prefetch;prerender`, or empty. */
  purpose: string;
  /** Content type of the response, without parameters. */
  type: string;
  /** Bytes of the body, as sent. */
  bytes: number;
}

/** @returns with it `keyHash`, for Chromium's --ignore-certificate-errors-spki-list */
export async function makeCertificate() {
  const { private: key, cert } = await generate([{ name: 'commonName', value: 'localhost' }], {
    // The size of public certificates, without signature and chain.
    keyType: 'rsa',
    keySize: 2_048,
    algorithm: 'sha256',
    extensions: [{ name: 'subjectAltName', altNames: [{ type: 2, value: 'localhost' }] }],
  });
  const spki = new X509Certificate(cert).publicKey.export({ type: 'spki', format: 'der' });
  return { key, cert, keyHash: createHash('sha256').update(spki).digest('base64') };
}

const brotli = promisify(brotliCompress);
const TEXT = /^(?:text\/|image\/svg|application\/(?:javascript|json|manifest|ld|xml))/;
const SMALLEST_TO_COMPRESS = 256;

/** The shop compresses its own pages; the edge compresses the answers of functions. */
async function compressed({ status, headers, body }: Answer, asked: Asked): Promise<Answer> {
  const isPlainText = !headers['content-encoding'] && TEXT.test(String(headers['content-type'] ?? ''));
  const takes = /\bbr\b/.test(String(asked.headers['accept-encoding'] ?? ''));
  if (!isPlainText || !takes || body.byteLength < SMALLEST_TO_COMPRESS) return { status, headers, body };
  const smaller = await brotli(body, { params: { [constants.BROTLI_PARAM_QUALITY]: 9 } });
  const { 'content-length': _length, ...others } = headers;
  return { status, headers: { ...others, 'content-encoding': 'br', vary: 'Accept-Encoding' }, body: smaller };
}

/**
 * Sends the responses of one connection in sequence, the most urgent first (RFC 9218), as nginx and CDNs do. A file
 * queues at its request, because an edge has it already; the answer of a function queues when it is ready.
 */
class ResponseQueue {
  #waiting: { urgency: number; respond: () => Promise<void> }[] = [];
  #isTaken = false;

  async take(urgency: number, respond: () => Promise<void>): Promise<void> {
    const place = this.#waiting.findIndex((other) => other.urgency > urgency);
    const { promise, resolve, reject } = Promise.withResolvers<void>();
    const turn = { urgency, respond: () => respond().then(resolve, reject) };
    this.#waiting.splice(place === -1 ? this.#waiting.length : place, 0, turn);
    void this.#go();
    return promise;
  }

  async #go(): Promise<void> {
    if (this.#isTaken) return;
    this.#isTaken = true;
    for (let next = this.#waiting.shift(); next; next = this.#waiting.shift()) await next.respond();
    this.#isTaken = false;
  }
}

/** 0 is the most urgent, 7 the least; 3 is the default without the header. */
const urgencyOf = ({ headers }: Asked): number =>
  Number(/\bu=([0-7])/.exec(String(headers['priority']))?.[1] ?? 3);

const isFile = ({ method, path }: Asked) => method === 'GET' && !path.startsWith('/api/');

/** @param answer called for every request */
export async function openEdgeProxy(
  { key, cert }: { key: string; cert: string },
  answer: (asked: Asked) => Promise<Answer>,
) {
  const server = createSecureServer({ key, cert, minVersion: 'TLSv1.3', noDelay: true });
  const sessions = new Map<ServerHttp2Session, ResponseQueue>();
  const seen: Seen[] = [];
  let isClosed = false;
  server.on('session', (session) => {
    sessions.set(session, new ResponseQueue());
    session.on('close', () => sessions.delete(session));
    session.on('error', () => session.destroy());
  });
  // A TLS record can be decrypted only when complete, so a record fits into one packet.
  server.on('secureConnection', (socket) => socket.setMaxSendFragment(PACKET_BYTES));
  // A browser may close a connection during the handshake.
  server.on('tlsClientError', () => {});
  server.on('sessionError', () => {});

  async function respond(stream: ServerHttp2Stream, asked: Asked, answered: Promise<Answer>): Promise<void> {
    const { status, headers, body } = await answered;
    const isEmpty = body.byteLength === 0 || asked.method === 'HEAD';
    seen.push({
      path: asked.path,
      purpose: String(asked.headers['sec-purpose'] ?? ''),
      type: String(headers['content-type'] ?? '').replace(/;.*$/, ''),
      bytes: isEmpty ? 0 : body.byteLength,
    });
    if (stream.destroyed || stream.closed) return;
    stream.respond({ ...headers, ':status': status }, { endStream: isEmpty });
    if (isEmpty) return;
    await new Promise<void>((resolve) => {
      stream.once('close', resolve);
      stream.end(body, resolve);
    });
  }

  async function serve(stream: ServerHttp2Stream, headers: IncomingHttpHeaders): Promise<void> {
    const { session } = stream;
    const queue = session && sessions.get(session as ServerHttp2Session);
    const asked: Asked = {
      method: String(headers[':method']),
      path: String(headers[':path']),
      headers,
      body: headers[':method'] === 'GET' ? Buffer.alloc(0) : await buffer(stream),
    };
    const answered = answer(asked).then((plain) => compressed(plain, asked));
    if (!isFile(asked)) await answered;
    await queue?.take(urgencyOf(asked), () => respond(stream, asked, answered));
  }

  server.on('stream', (stream, headers) => {
    stream.on('error', () => {});
    serve(stream, headers).catch((error: unknown) => {
      if (isClosed) return;
      if (!stream.destroyed) stream.close();
      console.error(error);
    });
  });
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  const { port } = server.address() as AddressInfo;
  return {
    port,
    origin: `https://localhost:${port}`,
    /** Returns the requests since the last call. */
    takeSeen: () => seen.splice(0),
    close: async () => {
      isClosed = true;
      for (const session of sessions.keys()) session.destroy();
      server.close();
      await once(server, 'close');
    },
  };
}

export type EdgeProxy = Awaited<ReturnType<typeof openEdgeProxy>>;

/** Forwards requests to a shop on this machine, each from another address, so that limits per address do not apply. */
export function passOnTo(shop: URL): (asked: Asked) => Promise<Answer> {
  let shoppers = 0;
  return (asked) => {
    shoppers += 1;
    const headers = { ...asked.headers, 'x-nf-client-connection-ip': networkOf(shoppers) };
    return passOn(shop, { ...asked, headers });
  };
}
