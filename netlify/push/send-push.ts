import { ECDH } from 'node:crypto';
import process from 'node:process';
import webPush from 'web-push';
import { DAY_S } from '../../src/domain/time-units.ts';
import type { PushKeys } from './vapid.ts';

/** One device at its push service, as its browser named it. */
export interface PushTarget {
  endpoint: string;
  p256dh: string;
  auth: string;
}

/** The push services of Chrome, Firefox, Edge and Safari; a dot in front stands for any host below. */
const HOSTS = [
  'fcm.googleapis.com',
  '.push.services.mozilla.com',
  '.notify.windows.com',
  '.push.apple.com',
] as const;

/** A push service that takes longer is asked again later, in ms. */
const TIMEOUT_MS = 10_000;

/** How long a push service keeps a message for a device that is off, in seconds; a day later the news is old. */
const KEPT_S = DAY_S;

/**
 * Whether the address belongs to a push service of a browser, so that nobody can make the shop call another host. In
 * the local shop PUSH_SERVICE_URL names one more.
 */
export function isPushAddress(endpoint: string): boolean {
  if (!URL.canParse(endpoint)) return false;
  const { protocol, hostname, port, username, password, href } = new URL(endpoint);
  const own = process.env['PUSH_SERVICE_URL'];
  if (own && href.startsWith(`${own}/`)) return true;
  if (protocol !== 'https:' || port !== '' || username !== '' || password !== '') return false;
  return HOSTS.some((host) => (host.startsWith('.') ? hostname.endsWith(host) : hostname === host));
}

/** Whether a device's key is a point of the curve, so that a message can be encrypted for it. */
export function isDeviceKey(p256dh: string): boolean {
  try {
    ECDH.convertKey(p256dh, 'prime256v1', 'base64url', undefined, 'compressed');
    return true;
  } catch {
    return false;
  }
}

/**
 * Encrypts a message for one device and hands it to its push service (RFC 8030, 8291, 8292).
 * @param topic equal for the same message: a repeated one replaces the first while the device is off
 * @returns 'gone' if the service no longer knows the device; 'failed' if a later try may succeed
 */
export async function sendPush(
  { endpoint, p256dh, auth }: PushTarget,
  message: string,
  topic: string,
  keys: PushKeys,
): Promise<'sent' | 'gone' | 'failed'> {
  // An address from before a setting changed.
  if (!isPushAddress(endpoint)) return 'gone';
  try {
    const request = webPush.generateRequestDetails({ endpoint, keys: { p256dh, auth } }, message, {
      vapidDetails: keys,
      TTL: KEPT_S,
      urgency: 'high',
      topic,
      contentEncoding: 'aes128gcm',
    });
    const { 'Content-Length': _length, ...headers } = request.headers as Record<string, string | number>;
    const response = await fetch(endpoint, {
      method: 'POST',
      headers: Object.entries(headers).map(([name, value]): [string, string] => [name, String(value)]),
      body: new Uint8Array(request.body),
      // A redirect could lead to any host.
      redirect: 'manual',
      signal: AbortSignal.timeout(TIMEOUT_MS),
    });
    await response.body?.cancel();
    if (response.ok) return 'sent';
    console.error(JSON.stringify({ level: 'error', push: new URL(endpoint).host, status: response.status }));
    return response.status === 404 || response.status === 410 ? 'gone' : 'failed';
  } catch (error) {
    // Without the error's text, which may name the address.
    const name = error instanceof Error ? error.name : typeof error;
    console.error(JSON.stringify({ level: 'error', push: new URL(endpoint).host, error: name }));
    return 'failed';
  }
}
