/** The requests of a page, as DevTools reports them. */
import { setTimeout as wait } from 'node:timers/promises';
import type { CDPSession } from 'playwright';

interface Underway {
  path: string;
  /** On the wire, with headers; 0 from a cache. */
  bytes: number;
  isOpen: boolean;
  error: string;
}

/** A request without data for this long, such as an open stream, does not count as pending, in ms. */
const STUCK_MS = 8_000;

export async function watchRequests(devtools: CDPSession) {
  const seen = new Map<string, Underway>();
  let lastEvent = Date.now();
  const update = (requestId: string, change: (request: Underway) => void) => {
    const request = seen.get(requestId);
    if (request) change(request);
    lastEvent = Date.now();
  };
  devtools.on('Network.requestWillBeSent', ({ requestId, request, redirectResponse }) => {
    lastEvent = Date.now();
    if (!/^https?:/.test(request.url)) return;
    const { pathname, search } = new URL(request.url);
    const bytes = (seen.get(requestId)?.bytes ?? 0) + (redirectResponse?.encodedDataLength ?? 0);
    seen.set(requestId, { path: pathname + search, isOpen: true, error: '', bytes });
  });
  devtools.on('Network.dataReceived', ({ requestId }) => update(requestId, () => {}));
  devtools.on('Network.loadingFinished', ({ requestId, encodedDataLength }) =>
    update(requestId, (request) => {
      request.bytes += encodedDataLength;
      request.isOpen = false;
    }),
  );
  devtools.on('Network.loadingFailed', ({ requestId, errorText }) =>
    update(requestId, (request) => {
      request.error = errorText;
      request.isOpen = false;
    }),
  );
  await devtools.send('Network.enable');
  return {
    bytes: () => [...seen.values()].reduce((sum, { bytes }) => sum + bytes, 0),
    /** Failed requests; a request that the page itself cancelled is no failure. */
    failures: () =>
      [...seen.values()]
        .filter(({ error }) => error !== '' && !error.includes('ABORTED'))
        .map(({ error, path }) => `${error} ${path}`),
    /** Waits until no request or response has happened for a while. @throws Error after `mostMs` */
    quiet: async (quietMs: number, mostMs = 60_000) => {
      const latest = Date.now() + mostMs;
      while (Date.now() < latest) {
        const restMs = Date.now() - lastEvent;
        const isAsking = [...seen.values()].some(({ isOpen }) => isOpen) && restMs < STUCK_MS;
        if (!isAsking && restMs > quietMs) return;
        await wait(50);
      }
      throw new Error('A page did not come to rest');
    },
  };
}
