import { forgetAll } from './cached-pages.ts';
import type { WorkerScope } from './worker-scope.ts';

/**
 * A worker that replaces the earlier one: same address, active at once. It deletes all caches and unregisters itself.
 * It handles no request, so an open page then uses only the network.
 */
declare const self: WorkerScope;

self.addEventListener('install', () => void self.skipWaiting());
self.addEventListener('activate', (event) => {
  event.waitUntil(forgetAll().then(() => self.registration.unregister()));
});
