import { forgetAll } from './cached-pages.ts';
import type { WorkerScope } from './worker-scope.ts';

/**
 * The worker that ends the worker: it stands at the same address, takes over at once, throws away what was kept and
 * removes itself. It answers no request, so an open page goes on with the network alone.
 */
declare const self: WorkerScope;

self.addEventListener('install', () => void self.skipWaiting());
self.addEventListener('activate', (event) => {
  event.waitUntil(forgetAll().then(() => self.registration.unregister()));
});
