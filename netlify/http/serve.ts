import type { Context } from '@netlify/functions';
import { Hono } from 'hono';
import { sessionMessages } from '../../src/contract/messages/account.ts';
import { requestMessages } from '../../src/contract/messages/page.ts';
import { routes, rulesOf, type Reply, type RouteName, type Parsed } from '../../src/contract/routes.ts';
import { idempotencyHeader, tokenHeader } from '../../src/contract/endpoints.ts';
import { readToken } from '../identity/tokens.ts';
import type { AnybodysCall, Call, ShopperCall } from '../services/shopper-call.ts';
import { Refused } from '../services/refusal.ts';
import { SessionEnded, type Session } from '../storage/session-and-limits.ts';
import { mustBeOpen } from './coming-soon.ts';
import { deviceOf } from './cookies.ts';
import { runAfterResponse } from './wait-until.ts';
import { enforceInMemoryLimit } from './in-memory-limit.ts';
import { logLine, statusOf, errorReply, retryAfter } from './errors.ts';
import { cachingOf, guarding, uncached } from './headers.ts';
import { inputOf } from './input.ts';
import { networkOf, windowsFor } from './rate-limit-windows.ts';
import { requireSameSite } from './same-site.ts';
import { isPublished, mustBePublished } from './deploy-context.ts';

interface CallByAuth {
  none: Call;
  optional: AnybodysCall;
  token: ShopperCall;
}
type CallOf<Name extends RouteName> = CallByAuth[(typeof routes)[Name]['auth']];

/** A handler: takes a validated body, returns the reply, throws errors that `errors.ts` knows. */
type Verb<Name extends RouteName> = (input: Parsed<Name>, call: CallOf<Name>) => Promise<Reply<Name>>;

type Table = { readonly [Name in RouteName]?: Verb<Name> };

type AnyVerb = (input: unknown, call: AnybodysCall | ShopperCall) => Promise<Reply<RouteName>>;

/**
 * Makes a Netlify function from a table of handlers. Their methods and paths come from contract/calls; a wrong method
 * gives 405, an unknown path 404. Responses are JSON for this site only: no CORS header is ever sent.
 */
export function serve(table: Table): (request: Request, context: Context) => Promise<Response> {
  // A trailing slash means the same address, as on Netlify.
  const app = new Hono<{ Bindings: Bindings }>({ strict: false });
  const names = Object.keys(table) as RouteName[];
  for (const name of names) {
    const { method, path } = routes[name];
    app.on(method, path, ({ req, env }) => answer(name, table[name] as AnyVerb, req.raw, env));
  }
  for (const path of new Set(names.map((name) => routes[name].path))) {
    const methods = names.filter((name) => routes[name].path === path).map((name) => routes[name].method);
    const allowed = methods.flatMap((method) => (method === 'GET' ? ['GET', 'HEAD'] : [method])).join(', ');
    app.all(path, () =>
      refuse(path, new Refused('method-not-allowed', requestMessages.method), { Allow: allowed }),
    );
  }
  app.notFound(({ req }) => refuse(req.path, new Refused('not-found', requestMessages.notFound)));
  return async (request, context) => {
    const works: (() => Promise<void>)[] = [];
    const response = await app.fetch(request, {
      ip: context.ip,
      published: isPublished(context),
      after: (work) => works.push(work),
    });
    for (const work of works) runAfterResponse(context, request, work);
    return response;
  };
}

/** What a request needs from Netlify's context. */
interface Bindings {
  ip: string;
  published: boolean;
  after: (work: () => Promise<void>) => void;
}

async function answer(
  name: RouteName,
  verb: AnyVerb,
  request: Request,
  { ip, published, after }: Bindings,
): Promise<Response> {
  try {
    requireSameSite(request);
    mustBeOpen(name);
    mustBePublished(name, published);
    const network = networkOf(ip);
    enforceInMemoryLimit(name, network);
    const session = sessionOf(name, request);
    const input = await inputOf(name, request);
    const device = deviceOf(request);
    const headers: Record<string, string> = {};
    const windows = windowsFor(name, {
      address: network,
      device: device.hash,
      ...(session && { account: session.userId }),
      ...emailOf(input),
    });
    const idempotencyKey = request.headers.get(idempotencyHeader);
    const keepDevice = () => {
      headers['Set-Cookie'] = device.cookie;
    };
    const all: Call = { windows, network, device: device.hash, keepDevice, published, after };
    const reply = await verb(input, { ...all, session, idempotencyKey });
    return json(reply, 200, { ...cachingOf(name, request), ...headers });
  } catch (error) {
    return refuse(name, error);
  }
}

/** The session that the token claims, if the call reads one. @throws as claimOf */
function sessionOf(name: RouteName, request: Request): Session | null {
  const { auth } = rulesOf(name);
  if (auth === 'token') return claimOf(request);
  return auth === 'optional' ? readToken(request.headers.get(tokenHeader) ?? '') : null;
}

/** The token's claims. @throws Refused 'unauthorised' without a token, SessionEnded for a malformed one */
function claimOf(request: Request): Session {
  const token = request.headers.get(tokenHeader);
  if (!token) throw new Refused('unauthorised', sessionMessages.required);
  const claim = readToken(token);
  if (!claim) throw new SessionEnded();
  return claim;
}

function emailOf(input: unknown): { email?: string } {
  const { email } = (input ?? {}) as { email?: unknown };
  return typeof email === 'string' ? { email } : {};
}

function refuse(where: string, error: unknown, headers: Record<string, string> = {}): Response {
  const reply = errorReply(error);
  if (!reply.expected) console.error(logLine(where, reply, error));
  return json(reply.refusal, statusOf[reply.refusal.code], { ...uncached, ...retryAfter(reply), ...headers });
}

function json(body: unknown, status: number, headers: Record<string, string>): Response {
  return Response.json(body, { status, headers: { ...guarding, ...headers } });
}
