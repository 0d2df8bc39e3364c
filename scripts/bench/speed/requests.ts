/** Every request of a page as DevTools tells it, and when there have been none for a while. */
import { setTimeout as wait } from 'node:timers/promises';
import type { CDPSession } from 'playwright';

export const kinds = ['document', 'style', 'script', 'font', 'picture', 'api', 'other'] as const;
export type Kind = (typeof kinds)[number];

export interface RequestSeen {
  path: string;
  kind: Kind;
  priority: string;
  /** In ms since the first of them was sent. */
  sentMs: number;
  answeredMs: number;
  endedMs: number;
  /** On the wire, headers included; 0 from a cache. */
  bytes: number;
  /** Of them, headers. */
  headerBytes: number;
  isFromCache: boolean;
  /** The service worker answered, with or without the network. */
  isFromWorker: boolean;
  /** Why it did not come. */
  error: string;
}

const KIND_OF: Partial<Record<string, Kind>> = {
  Document: 'document',
  Stylesheet: 'style',
  Script: 'script',
  Font: 'font',
  Image: 'picture',
  XHR: 'api',
  Fetch: 'api',
};

const QUIET_MS = 700;
const PATIENCE_MS = 30_000;

interface Underway extends RequestSeen {
  isOpen: boolean;
  /** Of the page that asked. */
  loaderId: string;
}

export class Requests {
  #seen = new Map<string, Underway>();
  #first: number | undefined;
  #lastEvent = performance.now();
  #isLoaded = false;
  readonly #devtools: CDPSession;

  private constructor(devtools: CDPSession) {
    this.#devtools = devtools;
  }

  static async watch(devtools: CDPSession): Promise<Requests> {
    const requests = new Requests(devtools);
    await requests.#listen();
    return requests;
  }

  /** Forgets what was seen, before the next page. */
  clear(): void {
    this.#seen = new Map();
    this.#first = undefined;
    this.#isLoaded = false;
    this.#lastEvent = performance.now();
  }

  all(): RequestSeen[] {
    return [...this.#seen.values()].map(({ isOpen: _isOpen, loaderId: _loaderId, ...seen }) => seen);
  }

  /** The page has loaded, and nothing has been asked or answered since for a while. */
  async quiet(quietMs = QUIET_MS): Promise<void> {
    const latest = performance.now() + PATIENCE_MS;
    while (performance.now() < latest) {
      const isAsking = [...this.#seen.values()].some(({ isOpen }) => isOpen);
      if (isAsking) this.#lastEvent = performance.now();
      if (this.#isLoaded && performance.now() - this.#lastEvent > quietMs) return;
      await wait(25);
    }
    const open = [...this.#seen.values()].filter(({ isOpen }) => isOpen).map(({ path }) => path);
    throw new Error(
      `A page did not come to rest${this.#isLoaded ? '' : ' and has not loaded'}: ${open.join(', ')}`,
    );
  }

  async #listen(): Promise<void> {
    const since = (timestamp: number) => (timestamp - (this.#first ?? timestamp)) * 1_000;
    const devtools = this.#devtools;
    devtools.on('Network.requestWillBeSent', ({ requestId, loaderId, request, timestamp, type }) => {
      if (!/^https?:/.test(request.url)) return;
      this.#first ??= timestamp;
      const { pathname, search } = new URL(request.url);
      this.#seen.set(requestId, {
        path: pathname + search,
        kind: KIND_OF[type ?? ''] ?? 'other',
        priority: request.initialPriority,
        sentMs: since(timestamp),
        answeredMs: 0,
        endedMs: 0,
        bytes: 0,
        headerBytes: 0,
        isFromCache: false,
        isFromWorker: false,
        error: '',
        isOpen: true,
        loaderId,
      });
      this.#lastEvent = performance.now();
    });
    const update = (requestId: string, change: (seen: Underway) => void) => {
      const seen = this.#seen.get(requestId);
      if (!seen) return;
      change(seen);
      this.#lastEvent = performance.now();
    };
    devtools.on('Network.resourceChangedPriority', ({ requestId, newPriority }) =>
      update(requestId, (seen) => {
        seen.priority = newPriority;
      }),
    );
    devtools.on('Network.requestServedFromCache', ({ requestId }) =>
      update(requestId, (seen) => {
        seen.isFromCache = true;
      }),
    );
    devtools.on('Network.responseReceived', ({ requestId, response, timestamp }) =>
      update(requestId, (seen) => {
        seen.answeredMs = since(timestamp);
        seen.headerBytes = response.encodedDataLength;
        seen.bytes = response.encodedDataLength;
        if (response.fromServiceWorker) seen.isFromWorker = true;
        if (response.fromDiskCache || response.fromPrefetchCache) seen.isFromCache = true;
      }),
    );
    devtools.on('Network.dataReceived', ({ requestId, encodedDataLength }) =>
      update(requestId, (seen) => {
        seen.bytes += encodedDataLength;
      }),
    );
    devtools.on('Network.loadingFinished', ({ requestId, timestamp, encodedDataLength }) =>
      update(requestId, (seen) => {
        seen.isOpen = false;
        seen.endedMs = since(timestamp);
        seen.bytes = seen.isFromCache && seen.bytes === 0 ? 0 : encodedDataLength;
      }),
    );
    devtools.on('Network.loadingFailed', ({ requestId, timestamp, errorText }) =>
      update(requestId, (seen) => {
        seen.error = errorText;
        seen.isOpen = false;
        seen.endedMs = since(timestamp);
      }),
    );
    // Nobody says how those ended that a page had asked for which has been left.
    devtools.on('Page.frameNavigated', ({ frame }) => {
      if (frame.parentId !== undefined) return;
      for (const seen of this.#seen.values()) {
        if (!seen.isOpen || seen.loaderId === frame.loaderId) continue;
        seen.isOpen = false;
        seen.error = 'The page was left';
      }
    });
    devtools.on('Page.loadEventFired', () => {
      this.#isLoaded = true;
      this.#lastEvent = performance.now();
    });
    await devtools.send('Network.enable');
    await devtools.send('Page.enable');
  }
}
