import type { Context } from '@netlify/functions';
import { Hono } from 'hono';
import { deskMessages } from '../../src/contract/messages/desk.ts';
import { requestMessages } from '../../src/contract/messages/page.ts';
import {
  type DeskBody,
  deskPath,
  type DeskRefusal,
  type DeskReply,
  type DeskRoute,
  type DeskRouteName,
  deskRoutes,
} from '../../src/contract/desk.ts';
import { deskSchemas } from '../../src/contract/desk-schemas.ts';
import { tokenHash } from '../identity/tokens.ts';
import type { DeskCall, DeskVerb, OpenDeskVerb } from '../services/desk/desk-call.ts';
import { allStaff, staffMember } from '../services/desk/desk-staff.ts';
import { isFresh } from '../services/desk/passkeys.ts';
import { DeskRefused } from '../services/desk/refusal.ts';
import { Refused } from '../services/refusal.ts';
import { readLimited, SessionEnded } from '../storage/session-and-limits.ts';
import { readStaffSession } from '../storage/staff-sessions.ts';
import { runAfterResponse } from './wait-until.ts';
import { deskStatusOf, errorReply, logLine, retryAfter } from './errors.ts';
import { uncached } from './headers.ts';
import { bodyOf, parsed } from './input.ts';
import { deskWindowsFor, networkOf } from './rate-limit-windows.ts';
import { isPublished, notPublished } from './deploy-context.ts';
import { requireOwnPage } from './same-site.ts';
import { deskCookie, deskTokenOf } from './cookies.ts';

type Verb<Name extends DeskRouteName> = (typeof deskRoutes)[Name] extends { open: string }
  ? OpenDeskVerb<DeskBody<Name>, DeskReply<Name>>
  : DeskVerb<DeskBody<Name>, DeskReply<Name>>;

type Table = { readonly [Name in DeskRouteName]: Verb<Name> };

/** A stock list of ten thousand lines; a call from a signed-out visitor is much smaller. */
const BODY_BYTES = 1_024 * 1_024;
const SIGNED_OUT_BODY_BYTES = 64 * 1_024;

interface Bindings {
  ip: string;
  after: (work: () => Promise<void>) => void;
}

/** Makes the function of the desk from a table of verbs. If nobody is on the list, the desk is not there. */
export function serveDesk(table: Table): (request: Request, context: Context) => Promise<Response> {
  const app = new Hono<{ Bindings: Bindings }>({ strict: false });
  for (const name of Object.keys(table) as DeskRouteName[]) {
    const path = deskPath(name);
    app.post(path, ({ req, env }) => answer(name, table, req.raw, env));
    app.all(path, () => refuse(path, new Refused('method-not-allowed', requestMessages.method)));
  }
  app.notFound(({ req }) => refuse(req.path, new Refused('not-found', requestMessages.notFound)));
  return async (request, context) => {
    if (allStaff().length === 0) return refuse('desk', new Refused('not-found', requestMessages.notFound));
    if (!isPublished(context)) return refuse('desk', notPublished());
    const works: (() => Promise<void>)[] = [];
    const response = await app.fetch(request, { ip: context.ip, after: (work) => works.push(work) });
    for (const work of works) runAfterResponse(context, request, work);
    return response;
  };
}

async function answer(
  name: DeskRouteName,
  table: Table,
  request: Request,
  { ip, after }: Bindings,
): Promise<Response> {
  const headers: Record<string, string> = {};
  try {
    requireOwnPage(request);
    const route: DeskRoute = deskRoutes[name];
    const network = networkOf(ip);
    const call: DeskCall = {
      ...(await visitorOf(name, route, request, network)),
      agent: request.headers.get('user-agent') ?? '',
      keep: (session) => {
        headers['Set-Cookie'] = deskCookie(session, Date.now());
      },
      after,
    };
    if (call.session === null && deskTokenOf(request) !== null) call.keep(null);
    if (!route.open) mustBeAdmitted(route, call);
    const body = parsed(
      deskSchemas[name],
      await bodyOf(request, call.session ? BODY_BYTES : SIGNED_OUT_BODY_BYTES),
    );
    await countBody(name, call.session ? null : network, body);
    const verb = table[name] as (...given: unknown[]) => Promise<unknown>;
    const reply = route.open ? await verb(body, call) : await verb(call.staff, body, call);
    return Response.json(reply, { headers: { ...uncached, ...headers } });
  } catch (error) {
    if (error instanceof SessionEnded) headers['Set-Cookie'] = deskCookie(null, Date.now());
    return refuse(name, error, headers);
  }
}

/**
 * The session of the cookie and its staff member. Role and list are read at each call, so a person who is removed
 * from the setting is refused at once. @throws SessionEnded, TooMany, Refused, DeskRefused
 */
async function visitorOf(
  name: DeskRouteName,
  route: DeskRoute,
  request: Request,
  network: string,
): Promise<Pick<DeskCall, 'session' | 'staff'>> {
  const nobody = { session: null, staff: null };
  const token = deskTokenOf(request);
  if (token === null) {
    if (route.open === 'signed-out') return nobody;
    throw new Refused('unauthorised', deskMessages.signIn);
  }
  const hash = tokenHash(token);
  try {
    const session = await readStaffSession(hash, deskWindowsFor(name, { account: hash, address: network }));
    const staff = staffMember(session.email);
    if (!staff) throw new SessionEnded();
    return { session, staff };
  } catch (error) {
    if (error instanceof SessionEnded && route.open === 'signed-out') return nobody;
    throw error;
  }
}

/**
 * Counts the email of the body, with a session too: each link goes to a mailbox that may be somebody else's.
 * @param network null if the session's check has counted it
 * @throws TooMany
 */
async function countBody(name: DeskRouteName, network: string | null, body: unknown): Promise<void> {
  const { email } = (body ?? {}) as { email?: string };
  const windows = deskWindowsFor(name, { ...(network && { address: network }), ...(email && { email }) });
  if (windows.length > 0) await readLimited(windows, () => {});
}

/** @throws Refused, DeskRefused */
function mustBeAdmitted(route: DeskRoute, { session, staff }: DeskCall): void {
  if (!session || !staff) throw new Refused('unauthorised', deskMessages.signIn);
  if (session.provedAt === null) throw new Refused('unauthorised', deskMessages.passkeyFirst);
  if (!route.roles.includes(staff.role)) throw new DeskRefused('forbidden', deskMessages.forbidden);
  if (route.passkeyAgain && !isFresh(session, Date.now())) {
    throw new DeskRefused('passkey', deskMessages.passkeyAgain);
  }
}

function refuse(where: string, error: unknown, headers: Record<string, string> = {}): Response {
  if (error instanceof DeskRefused) {
    const { code, message, now } = error;
    const refusal: DeskRefusal = { success: false, code, message, ...(now !== undefined && { now }) };
    return Response.json(refusal, { status: deskStatusOf[code], headers: { ...uncached, ...headers } });
  }
  const reply = errorReply(error);
  if (!reply.expected) console.error(logLine(`desk ${where}`, reply, error));
  const { refusal } = reply;
  const message = error instanceof SessionEnded ? deskMessages.ended : refusal.message;
  return Response.json(
    { ...refusal, message },
    { status: deskStatusOf[refusal.code], headers: { ...uncached, ...retryAfter(reply), ...headers } },
  );
}
