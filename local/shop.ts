/**
 * The whole shop on one machine: functions, pictures and the built site at one URL, in Netlify's order of precedence,
 * over a real Redis.
 */
import { randomBytes } from 'node:crypto';
import { once } from 'node:events';
import { createServer, type IncomingMessage, type Server, type ServerResponse } from 'node:http';
import { join } from 'node:path';
import process from 'node:process';
import { setTimeout as wait } from 'node:timers/promises';
import { getRequestListener, RequestError } from '@hono/node-server';
import { chunksOf } from '../src/domain/chunks.ts';
import { SetupError, usesOwnRedis } from '../scripts/setup.mjs';
import { localHashKey } from './local-keys.ts';
import { keepAliveTimeout } from './loopback-server.ts';
import type { FunctionHost } from './functions/functions-host.ts';
import type { Images } from './images.ts';
import type { NetlifyRules } from './site/netlify-rules.ts';
import { startRedis } from './redis/redis-server.ts';
import type { StaticSite } from './site/static-site.ts';
import { sameSecret, startGateway } from './redis/upstash-gateway.ts';

export interface Database {
  /** Resolves if Redis ends unexpectedly; never for a remote database. */
  lost: Promise<void>;
  stop: () => Promise<void>;
}

/** Opens the shop's database and sets its URL in the environment for the shop's code. */
export async function openDatabase(dataFolder: string): Promise<Database> {
  if (!usesOwnRedis()) {
    if (process.env['PERSON_HASH_KEY']) return { lost: new Promise(() => {}), stop: async () => {} };
    throw new SetupError('Set PERSON_HASH_KEY to the value that this database was created with.');
  }
  process.env['PERSON_HASH_KEY'] ||= await localHashKey(dataFolder);
  const redis = await startRedis({ folder: join(dataFolder, 'redis'), persistent: true });
  const secret = randomBytes(24).toString('hex');
  const gateway = await startGateway({
    socketPath: redis.socketPath,
    databaseFor: (token) => (sameSecret(token, secret) ? 0 : undefined),
  });
  process.env['UPSTASH_REDIS_REST_URL'] = gateway.url;
  process.env['UPSTASH_REDIS_REST_TOKEN'] = secret;
  return {
    lost: redis.gone,
    stop: async () => {
      await gateway.stop();
      await redis.stop();
    },
  };
}

export interface ShopParts {
  functions: FunctionHost;
  images: Images;
  site: StaticSite;
  rules: NetlifyRules;
  /** Local additions to Netlify: the email outbox and the local simulators. */
  extras?: readonly Extra[];
}

/** Answers its own URLs, and undefined for any other. */
export interface Extra {
  serve: (request: Request) => Promise<Response | undefined>;
}

export async function askExtras(extras: readonly Extra[], request: Request): Promise<Response | undefined> {
  for (const extra of extras) {
    const response = await extra.serve(request);
    if (response) return response;
  }
  return undefined;
}

/** Handles one request in Netlify's order: forced redirects, functions, files, redirects, the 404 page. */
export function composeShop({ functions, images, site, rules, extras = [] }: ShopParts) {
  async function follow(request: Request, to: string, status: number): Promise<Response> {
    const { search } = new URL(request.url);
    if (status >= 300 && status < 400) {
      const location = to.includes('?') ? to : to + search;
      return new Response(null, { status, headers: { Location: location } });
    }
    const page = await site.serve(request, to.replace(/[?#].*$/, ''));
    if (!page) return site.notFound(request);
    return status === 200 ? page : new Response(page.body, { status, headers: page.headers });
  }

  return async function answer(request: Request, ip: string): Promise<Response> {
    const { pathname } = new URL(request.url);
    if (pathname === '/.netlify/images') return images.serve(request);

    const redirect = rules.redirectFor(pathname);
    if (redirect?.force) return follow(request, redirect.to, redirect.status);

    const match = functions.match(request);
    if (match) return match.call(request, ip);

    const page = (await askExtras(extras, request)) ?? (await site.serve(request));
    if (page) return page;
    return redirect ? follow(request, redirect.to, redirect.status) : site.notFound(request);
  };
}

/** The owner's own proxy may set the client address; the header of any other client is dropped, as on Netlify. */
const trustsProxy = (): boolean => process.env['SHOP_TRUST_PROXY'] === '1';

/** Replaces client headers that use the names of Netlify's own headers. */
export function markRequest(incoming: IncomingMessage): string {
  const address = incoming.socket.remoteAddress?.replace(/^::ffff:/, '') ?? '127.0.0.1';
  const given = trustsProxy() ? incoming.headers['x-nf-client-connection-ip'] : undefined;
  const ip = typeof given === 'string' ? given : address;
  const own = { 'x-nf-client-connection-ip': ip, 'x-nf-request-id': randomBytes(13).toString('hex') };
  // Node stores the headers twice, and the adapter to Request reads either.
  for (const name of Object.keys(incoming.headers)) {
    if (name.startsWith('x-nf-')) delete incoming.headers[name];
  }
  Object.assign(incoming.headers, own);
  const isTheirs = ([name = '']: readonly string[]) => !name.toLowerCase().startsWith('x-nf-');
  const kept = [...chunksOf(incoming.rawHeaders, 2)].filter(isTheirs);
  incoming.rawHeaders = [...kept, ...Object.entries(own)].flat();
  return ip;
}

type Listener = (incoming: IncomingMessage, outgoing: ServerResponse) => void;

/** Both loopback addresses, so that `localhost` works with either; not the network's. */
const LOOPBACK = ['127.0.0.1', '::1'];

async function listen(listener: Listener, port: number, host: string): Promise<Server | undefined> {
  const server = createServer({ keepAliveTimeout }, listener);
  server.listen(port, host);
  try {
    await once(server, 'listening');
    return server;
  } catch (error) {
    const { code } = error as NodeJS.ErrnoException;
    if (code === 'EADDRINUSE') {
      throw new SetupError(`Port ${port} is taken; stop what uses it, or set PORT to another number.`);
    }
    if (code === 'EACCES')
      throw new SetupError(`Port ${port} may not be used; set PORT to a number above 1023.`);
    if (host === '::1') return undefined;
    throw error;
  }
}

export interface OpenServer {
  port: number;
  close: () => Promise<void>;
}

const SECONDS_TO_FINISH = 3;

export async function openServer(
  answer: (request: Request, ip: string) => Promise<Response>,
  port: number,
): Promise<OpenServer> {
  const listener: Listener = (incoming, outgoing) => {
    const ip = markRequest(incoming);
    const handle = getRequestListener((request) => answer(request, ip), {
      errorHandler: (error) => {
        // An invalid host or URL is the client's mistake and is not logged.
        if (error instanceof RequestError) return new Response(null, { status: 400 });
        console.error(error);
        return new Response('Something went wrong. Please try again.', { status: 500 });
      },
    });
    void handle(incoming, outgoing);
  };
  const servers: Server[] = [];
  let bound = port;
  for (const host of LOOPBACK) {
    const server = await listen(listener, bound, host);
    if (!server) continue;
    servers.push(server);
    const address = server.address();
    if (address !== null && typeof address === 'object') bound = address.port;
  }
  return {
    port: bound,
    close: async () => {
      const closed = Promise.all(servers.map((server) => once(server, 'close')));
      for (const server of servers) server.close();
      for (const server of servers) server.closeIdleConnections();
      await Promise.race([closed, wait(SECONDS_TO_FINISH * 1_000, undefined, { ref: false })]);
      for (const server of servers) server.closeAllConnections();
      await closed;
    },
  };
}

/** Fails early, before minutes of building, if the port is in use. */
export async function checkPort(port: number): Promise<void> {
  const { close } = await openServer(() => Promise.resolve(new Response(null, { status: 503 })), port);
  await close();
}
