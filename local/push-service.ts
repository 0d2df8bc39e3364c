/**
 * A push service on this machine, as strict as a browser's own (RFC 8030, 8188, 8292): it accepts encrypted messages
 * for any device at `/__push/<name>` and lists them. It cannot decrypt them, because only the browser has the keys.
 */
import { importJWK, jwtVerify } from 'jose';
import { DAY_S } from '../src/domain/time-units.ts';
import type { Extra } from './shop.ts';

export const PUSH_PATH = '/__push';

/** A message as it arrived. */
export interface ArrivedPush {
  /** ISO 8601, UTC. */
  at: string;
  topic: string;
  /** Encrypted, in base64url. */
  body: string;
}

/** The largest message that browsers' push services accept, in bytes. */
const LARGEST = 4_096;
/** The longest validity of a VAPID token: a day, in seconds. */
const LONGEST_S = DAY_S;

export interface PushService extends Extra {
  messagesTo: (device: string) => readonly ArrivedPush[];
  /** Answers every message to the device with this status from now on; 201 is the normal one. */
  answer: (device: string, status: number) => void;
}

/** @param shopAddress URL of the shop, whose `/__push` it answers */
export function openPushService(shopAddress: () => string): PushService {
  const arrived = new Map<string, ArrivedPush[]>();
  const statuses = new Map<string, number>();
  const messagesTo = (device: string) => arrived.get(device) ?? [];
  const answer = (device: string, status: number) => void statuses.set(device, status);

  async function take(device: string, request: Request): Promise<Response> {
    const trouble = statuses.get(device) ?? 201;
    const body = Buffer.from(await request.arrayBuffer());
    const refusal = await refusalOf(request, body, new URL(shopAddress()).origin);
    if (refusal) return new Response(refusal.why, { status: refusal.status });
    if (trouble !== 201) return new Response(null, { status: trouble });
    const message = { at: new Date().toISOString(), topic: request.headers.get('topic') ?? '' };
    arrived.set(device, [...messagesTo(device), { ...message, body: body.toString('base64url') }]);
    return new Response(null, { status: 201, headers: { Location: `${PUSH_PATH}/${device}` } });
  }

  return {
    messagesTo,
    answer,
    serve: async (request) => {
      const [, device] = new RegExp(`^${PUSH_PATH}/([\\w-]+)$`).exec(new URL(request.url).pathname) ?? [];
      if (device === undefined) return undefined;
      if (request.method === 'POST') return take(device, request);
      if (request.method === 'GET') return Response.json(messagesTo(device));
      // The browser has ended its subscription.
      answer(device, 410);
      return new Response(null, { status: 204 });
    },
  };
}

async function refusalOf(
  { headers }: Request,
  body: Buffer,
  audience: string,
): Promise<{ status: number; why: string } | undefined> {
  if (!/^\d+$/.test(headers.get('ttl') ?? '')) return { status: 400, why: 'TTL is missing' };
  if (headers.get('content-encoding') !== 'aes128gcm') return { status: 400, why: 'not aes128gcm' };
  if (!/^[\w-]{0,32}$/.test(headers.get('topic') ?? '')) return { status: 400, why: 'Topic is malformed' };
  if (body.length > LARGEST) return { status: 413, why: 'too large' };
  // Salt, record size, key length, the key, and at least one encrypted byte with its tag.
  if (body.length < 16 + 4 + 1 + 65 + 17) return { status: 400, why: 'not encrypted' };
  const isByOwner = await isGenuine(headers.get('authorization') ?? '', audience).catch(() => false);
  return isByOwner ? undefined : { status: 403, why: 'the VAPID token is not valid' };
}

/** Whether the sender signed its token for this service, with a contact. Throws if not even the form is right. */
async function isGenuine(authorization: string, audience: string): Promise<boolean> {
  const [, token = '', key = ''] = /^vapid t=([\w.-]+), ?k=([\w-]+)$/.exec(authorization) ?? [];
  const point = Buffer.from(key, 'base64url');
  const coordinate = (from: number) => point.subarray(from, from + 32).toString('base64url');
  const jwk = { kty: 'EC', crv: 'P-256', x: coordinate(1), y: coordinate(33) };
  const currentDate = new Date(Date.now());
  const { payload } = await jwtVerify(token, await importJWK(jwk, 'ES256'), { audience, currentDate });
  const { exp = Number.POSITIVE_INFINITY, sub = '' } = payload;
  return exp <= Date.now() / 1_000 + LONGEST_S && /^(?:mailto|https):/.test(sub);
}
