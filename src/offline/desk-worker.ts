import type { PushMessage } from '../contract/messages/desk.ts';
import type { LastingEvent, WorkerScope } from './worker-scope.ts';

/**
 * The desk's service worker: it shows what the shop pushes, and opens its page at a tap. It caches nothing. Pages of
 * the shop never register it (src/client/push).
 */
interface Window {
  url: string;
  focus: () => Promise<unknown>;
  postMessage: (message: unknown) => void;
}

interface DeskWorkerScope extends Pick<WorkerScope, 'registration' | 'skipWaiting'> {
  clients: {
    matchAll: (options: { type: 'window'; includeUncontrolled: true }) => Promise<readonly Window[]>;
    openWindow: (path: string) => Promise<unknown>;
  };
  addEventListener: ((
    type: 'push',
    listener: (event: LastingEvent & { data: { json: () => unknown } | null }) => void,
  ) => void) &
    ((
      type: 'notificationclick',
      listener: (event: LastingEvent & { notification: Notification }) => void,
    ) => void) &
    ((type: 'install', listener: () => void) => void);
}

declare const self: DeskWorkerScope;

/** The path of the desk and of everything below it. */
const DESK = /^\/desk(?:\/|$)/;

self.addEventListener('install', () => void self.skipWaiting());

self.addEventListener('push', (event) => {
  // The shop sends no message without words.
  if (!event.data) return;
  const { title, body, path, tag } = event.data.json() as PushMessage;
  const shown = { body, tag, icon: '/icons/192.png', badge: '/icons/192.png', data: path };
  event.waitUntil(self.registration.showNotification(title, shown));
});

self.addEventListener('notificationclick', (event) => {
  event.notification.close();
  event.waitUntil(open(String(event.notification.data)));
});

/** In an open window of the desk, whose page goes there itself (src/client/push); else in a new one. */
async function open(path: string): Promise<void> {
  if (!DESK.test(path.split('?')[0] ?? '')) return;
  const windows = await self.clients.matchAll({ type: 'window', includeUncontrolled: true });
  const desk = windows.find(({ url }) => DESK.test(new URL(url).pathname));
  if (!desk) {
    await self.clients.openWindow(path);
    return;
  }
  desk.postMessage({ open: path });
  await desk.focus();
}
