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

export class Requests {
  readonly #seen = new Map<string, Underway>();
  #lastEvent = Date.now();

  static async watch(devtools: CDPSession): Promise<Requests> {
    const requests = new Requests();
    await requests.#listen(devtools);
    return requests;
  }

  bytes(): number {
    return [...this.#seen.values()].reduce((sum, { bytes }) => sum + bytes, 0);
  }

  /** Failed requests; a request that the page itself cancelled is no failure. */
  failures(): string[] {
    return [...this.#seen.values()]
      .filter(({ error }) => error !== '' && !error.includes('ABORTED'))
      .map(({ error, path }) => `${error} ${path}`);
  }

  /** Waits until no request or response has happened for a while. @throws Error after `mostMs` */
  async quiet(quietMs: number, mostMs = 60_000): Promise<void> {
    const latest = Date.now() + mostMs;
    while (Date.now() < latest) {
      const restMs = Date.now() - this.#lastEvent;
      const isAsking = [...this.#seen.values()].some(({ isOpen }) => isOpen) && restMs < STUCK_MS;
      if (!isAsking && restMs > quietMs) return;
      await wait(50);
    }
    throw new Error('A page did not come to rest');
  }

  async #listen(devtools: CDPSession): Promise<void> {
    devtools.on('Network.requestWillBeSent', ({ requestId, request, redirectResponse }) => {
      this.#lastEvent = Date.now();
      if (!/^https?:/.test(request.url)) return;
      const { pathname, search } = new URL(request.url);
      const redirected = redirectResponse?.encodedDataLength ?? 0;
      this.#seen.set(requestId, {
        path: pathname + search,
        isOpen: true,
        error: '',
        bytes: (this.#seen.get(requestId)?.bytes ?? 0) + redirected,
      });
    });
    const update = (requestId: string, change: (seen: Underway) => void) => {
      const seen = this.#seen.get(requestId);
      if (seen) change(seen);
      this.#lastEvent = Date.now();
    };
    devtools.on('Network.dataReceived', ({ requestId }) => update(requestId, () => {}));
    devtools.on('Network.loadingFinished', ({ requestId, encodedDataLength }) =>
      update(requestId, (seen) => {
        seen.bytes += encodedDataLength;
        seen.isOpen = false;
      }),
    );
    devtools.on('Network.loadingFailed', ({ requestId, errorText }) =>
      update(requestId, (seen) => {
        seen.error = errorText;
        seen.isOpen = false;
      }),
    );
    await devtools.send('Network.enable');
  }
}
