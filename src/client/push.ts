import type { DeskBody } from '../contract/desk.ts';
import { deskPaths, deskWorkerPath } from '../contract/desk-paths.ts';
import { deskNewsMessages } from '../contract/messages/desk.ts';
import { trustedTypesPolicy } from '../domain/config.ts';

/** Web push of this browser: the desk's service worker and its subscription. */

export interface PushState {
  can: 'yes' | 'no' | 'blocked';
  /** The id that this browser's subscription has among the devices of the shop; null if it has none. */
  deviceId: string | null;
}

export async function readPushState(): Promise<PushState> {
  const canTell = 'serviceWorker' in navigator && 'PushManager' in window && 'Notification' in window;
  if (!canTell) return { can: 'no', deviceId: null };
  if (Notification.permission === 'denied') return { can: 'blocked', deviceId: null };
  const own = await ownSubscription();
  return { can: 'yes', deviceId: own && (await idOf(own.endpoint)) };
}

/** As netlify/services/desk/news makes it. */
async function idOf(endpoint: string): Promise<string> {
  const hash = await crypto.subtle.digest('SHA-256', new TextEncoder().encode(endpoint));
  const hex = Array.from(new Uint8Array(hash), (byte) => byte.toString(16).padStart(2, '0')).join('');
  return hex.slice(0, 32);
}

/**
 * Asks for the permission, which browsers grant only after a tap, and subscribes.
 * @param publicKey of the shop, in base64url
 * @returns the sentence of a failure, or the address
 */
export async function subscribeToPush(publicKey: string): Promise<string | DeskBody<'news.subscribe'>> {
  const answer = await Notification.requestPermission();
  if (answer === 'denied') return deskNewsMessages.blocked;
  if (answer !== 'granted') return deskNewsMessages.dismissed;
  try {
    const own = await navigator.serviceWorker.register(workerAddress(), { scope: deskPaths.today });
    await activated(own);
    const { pushManager } = own;
    // A subscription under other keys of the shop would stay as it is.
    await (await pushManager.getSubscription())?.unsubscribe();
    const made = await pushManager.subscribe({ userVisibleOnly: true, applicationServerKey: publicKey });
    const { endpoint = '', keys = {} } = made.toJSON();
    return { endpoint, keys: { p256dh: keys['p256dh'] ?? '', auth: keys['auth'] ?? '' } };
  } catch {
    return deskNewsMessages.failed;
  }
}

interface Rules {
  createScriptURL: (address: string) => string;
}

let policy: Rules | undefined;

/** The worker's address, as `register` accepts it: the pages' content policy takes no plain text (Trusted Types). */
function workerAddress(): string {
  const { trustedTypes } = globalThis as {
    trustedTypes?: { createPolicy: (name: string, rules: Rules) => Rules };
  };
  const rules: Rules = { createScriptURL: () => deskWorkerPath };
  policy ??= trustedTypes?.createPolicy(trustedTypesPolicy, rules) ?? rules;
  return policy.createScriptURL(deskWorkerPath);
}

/** Ends this browser's subscription. @returns its address; undefined if there was none */
export async function endPush(): Promise<string | undefined> {
  try {
    const own = await ownSubscription();
    await own?.unsubscribe();
    return own?.endpoint;
  } catch {
    return undefined;
  }
}

/** Goes to the page of a tapped notification; the worker can only ask a page to. */
export function openTappedNotifications(): void {
  if (!('serviceWorker' in navigator)) return;
  navigator.serviceWorker.addEventListener('message', ({ data }: MessageEvent<{ open?: unknown } | null>) => {
    if (typeof data?.open === 'string' && data.open.startsWith(deskPaths.today)) location.assign(data.open);
  });
  navigator.serviceWorker.startMessages();
}

async function ownSubscription(): Promise<PushSubscription | null> {
  const own = await ownRegistration();
  return (await own?.pushManager?.getSubscription()) ?? null;
}

/** Of the desk's worker: the shop's own has a scope above it. */
async function ownRegistration(): Promise<ServiceWorkerRegistration | undefined> {
  if (!('serviceWorker' in navigator)) return undefined;
  const found = await navigator.serviceWorker.getRegistration(deskPaths.today);
  return found && new URL(found.scope).pathname === deskPaths.today ? found : undefined;
}

/**
 * `serviceWorker.ready` would wait for the worker of this page, and `getRegistration` finds the shop's own while the
 * desk's is new.
 */
async function activated(own: ServiceWorkerRegistration): Promise<void> {
  while (!own.active) {
    const coming = own.installing ?? own.waiting;
    if (!coming) throw new Error('The worker did not start');
    await new Promise((resolve) => coming.addEventListener('statechange', resolve, { once: true }));
  }
}
