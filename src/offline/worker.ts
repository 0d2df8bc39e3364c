import { CacheableResponsePlugin } from 'workbox-cacheable-response';
import { clientsClaim } from 'workbox-core';
import type { WorkboxPlugin } from 'workbox-core/types.js';
import { ExpirationPlugin } from 'workbox-expiration';
import { registerRoute } from 'workbox-routing';
import { CacheFirst, StaleWhileRevalidate, Strategy, type StrategyHandler } from 'workbox-strategies';
import { keptPageMessages } from '../contract/messages/page.ts';
import { cacheNames, offlinePath, ownPages, type WorkerTask } from '../contract/offline.ts';
import { paths } from '../contract/paths.ts';
import { DAY_S } from '../domain/time-units.ts';
import { filesOf, withLine } from './html.ts';
import {
  uncachePage,
  isGone,
  isPage,
  type KeptPage,
  cachePage,
  readCachedPage,
  offlinePage,
  cleanUpCache,
} from './cached-pages.ts';
import { type Asked, pageName, type CacheStrategy, strategyOf } from './cache-strategies.ts';
import type { LastingEvent, WorkerScope } from './worker-scope.ts';

/**
 * The shop's service worker. Pages come from the network. If it is slow or missing, the cached page is shown until the
 * network answers (src/offline/page). So nobody stays on an old build or price, and a new worker can take control at
 * once.
 */
declare const self: WorkerScope;

/** Addresses of all hashed files of this worker's build (src/integrations/service-worker.ts). */
declare const BUILD_FILES: readonly string[];

/** Those that every page loads later and does not name in its HTML. */
declare const REST_FILES: readonly string[];

/** Timeout (ms) after which a cached page is shown meanwhile: on a slow network, that is most pages. */
const TIMEOUT_MS = 250;

/** A page that was loaded within this time (ms) is not requested again. */
const RECENT_MS = 10_000;

// The types of the class are looser than WorkboxPlugin.
const onlyGood = new CacheableResponsePlugin({ statuses: [200] }) as WorkboxPlugin;

/** Pictures use the most space, and losing them matters least when the device has no room left. */
const someForAWhile = new ExpirationPlugin({
  maxEntries: 150,
  maxAgeSeconds: 30 * DAY_S,
  purgeOnQuotaError: true,
}) as WorkboxPlugin;

const matchOptions = { ignoreVary: true };
const buildCache = { cacheName: cacheNames.build, matchOptions, plugins: [onlyGood] };
const buildFiles = new CacheFirst(buildCache);
const drawings = new StaleWhileRevalidate(buildCache);

const pictures = new CacheFirst({
  cacheName: cacheNames.pictures,
  matchOptions,
  plugins: [
    onlyGood,
    someForAWhile,
    { handlerDidError: ({ request }) => sameInAnotherWidth(new URL(request.url)) },
  ],
});

/** Returns the same picture in another width, if the requested width is not cached. */
async function sameInAnotherWidth({ searchParams }: URL): Promise<Response | undefined> {
  const cache = await caches.open(cacheNames.pictures);
  const master = searchParams.get('url');
  const others = (await cache.keys()).filter(({ url }) => new URL(url).searchParams.get('url') === master);
  const widthOf = ({ url }: Request) => Number(new URL(url).searchParams.get('w'));
  const [largest] = others.sort((a, b) => widthOf(b) - widthOf(a));
  return master && largest ? cache.match(largest, matchOptions) : undefined;
}

/** Pages that are loading or have just loaded; each resolves to the page's hash once it is cached. */
const brought = new Map<string, { settled: Promise<string | undefined>; at: number }>();

/** Pages: the network first; if it fails or is slow, the cached page. */
class NetworkFirstPages extends Strategy {
  readonly #isKept: boolean;

  /** @param isKept whether pages are cached and shown from the cache; else network only */
  constructor(isKept: boolean) {
    super();
    this.#isKept = isKept;
  }

  override async _handle(request: Request, handler: StrategyHandler): Promise<Response> {
    const page = pageName(new URL(request.url));
    // Without a network a browser may still serve a page from its HTTP cache for a minute (netlify.toml), and would not
    // mark it as old.
    const answer = self.navigator.onLine ? handler.fetch(request) : Promise.reject(new TypeError('Offline'));
    if (this.#isKept) {
      const settled = answer.then((response) => settle(page, response.clone(), handler.event));
      brought.set(page, { settled, at: Date.now() });
      void handler.waitUntil(settled.catch(() => undefined));
    }
    const slow = this.#isKept ? after(TIMEOUT_MS, 'slow' as const) : new Promise<never>(() => undefined);
    const first = await Promise.race([answer.catch(() => 'gone' as const), slow]);
    if (first instanceof Response) return first;
    const kept = this.#isKept ? await readCachedPage(page) : undefined;
    if (kept) return shown(kept, first);
    const late = first === 'slow' ? await answer.catch(() => undefined) : undefined;
    return late ?? (await offlinePage()) ?? Response.error();
  }
}

const seen = new NetworkFirstPages(true);
const live = new NetworkFirstPages(false);

function after<T>(ms: number, value: T): Promise<T> {
  return new Promise((resolve) => setTimeout(() => resolve(value), ms));
}

/**
 * Caches a page that has loaded; removes one that no longer exists.
 * @returns the hash of its HTML if it could be cached, '' for a page that no longer exists
 */
async function settle(page: string, response: Response, event: LastingEvent): Promise<string | undefined> {
  if (isGone(response)) {
    await uncachePage(page);
    return '';
  }
  if (!isPage(response)) return undefined;
  try {
    return await cachePage(page, response, (address) => fileOf(address, event));
  } catch (error) {
    // A page that cannot be cached is shown all the same. Deleting pictures makes room for the next one.
    if (error instanceof DOMException && error.name === 'QuotaExceededError')
      await caches.delete(cacheNames.pictures);
    return undefined;
  }
}

function fileOf(address: string, event: LastingEvent): Promise<Response> {
  return buildFiles.handle({ event, request: new Request(address) });
}

function shown({ page, at, hash, html, response }: KeptPage, why: 'gone' | 'slow'): Response {
  const { headers } = response;
  if (page === offlinePath) return new Response(html, { headers });
  const { asOf, own, slowAsOf, slowOwn } = keptPageMessages;
  const [always, dated] = why === 'gone' ? [own, asOf] : [slowOwn, slowAsOf];
  const sentence = ownPages.includes(page) ? always : dated(at);
  // On a slow network the line stays hidden for a while.
  return new Response(withLine(html, { sentence, hash, isHidden: why === 'slow' }), { headers });
}

const strategies: Record<Exclude<CacheStrategy, 'alone'>, Strategy> = {
  page: seen,
  live,
  build: buildFiles,
  picture: pictures,
  drawing: drawings,
};
for (const [way, strategy] of Object.entries(strategies)) {
  registerRoute(({ request, url }) => strategyOf(asked(request, url)) === way, strategy);
}

function asked({ method, mode }: Request, address: URL): Asked {
  return {
    method,
    address,
    isOwn: address.origin === self.location.origin,
    isNavigation: mode === 'navigate',
  };
}

self.addEventListener('install', (event) => {
  // Safe at once: an open page has its modules, and the next page comes from the network.
  void self.skipWaiting();
  event.waitUntil(
    renew(offlinePath, event).then((hash) => {
      if (!hash) throw new Error('The offline page could not be kept');
    }),
  );
  event.waitUntil(Promise.all(REST_FILES.map((file) => fileOf(file, event))));
});

self.addEventListener('activate', (event) => {
  event.waitUntil(self.registration.navigationPreload?.enable() ?? Promise.resolve());
  event.waitUntil(renewOwnPages(event).then(() => cleanUpCache(BUILD_FILES)));
});
clientsClaim();

self.addEventListener('message', (event) => {
  const task = event.data as WorkerTask;
  if (task.task === 'renew') {
    event.waitUntil(renew(task.page, event).then((hash) => event.ports[0]?.postMessage(hash ?? null)));
  } else {
    event.waitUntil(task.task === 'keep' ? keep(task, event) : haveReady(task.isSignedIn, event));
  }
});

/**
 * Loads a page and caches it.
 * @returns as settle
 */
async function renew(path: string, event: LastingEvent): Promise<string | undefined> {
  const address = new URL(path, self.location.origin);
  if (strategyOf({ method: 'GET', address, isOwn: true, isNavigation: true }) !== 'page') return undefined;
  const page = pageName(address);
  try {
    const last = brought.get(page);
    const known =
      last && Date.now() - last.at < RECENT_MS ? await last.settled.catch(() => undefined) : undefined;
    // After a network or server error, request it again.
    if (known !== undefined) return known;
    return await settle(page, await fetch(page, { cache: 'no-cache' }), event);
  } catch {
    return undefined;
  }
}

async function haveReady(isSignedIn: boolean, event: LastingEvent): Promise<void> {
  // The cart redirects visitors to /login.
  const pages = ownPages.filter((page) => page !== paths.login || !isSignedIn);
  for (const page of pages) if (!(await isOfThisBuild(page))) await renew(page, event);
}

async function keep(
  { page, files }: Extract<WorkerTask, { task: 'keep' }>,
  event: LastingEvent,
): Promise<void> {
  await renew(page, event);
  for (const file of files) {
    const address = new URL(file, self.location.origin);
    const way = strategyOf(asked(new Request(address), address));
    // The same address and headers as the browser's own picture request, so that its HTTP cache is used.
    const headers = { Accept: 'image/avif,image/webp,image/apng,image/svg+xml,image/*,*/*;q=0.8' };
    const request = new Request(address, way === 'picture' ? { headers } : {});
    if (way === 'picture' || way === 'build')
      await strategies[way].handle({ event, request }).catch(() => undefined);
  }
}

/** Refreshes the pages that an earlier build cached for every shopper, so that they match this build. */
async function renewOwnPages(event: LastingEvent): Promise<void> {
  for (const page of ownPages) {
    if ((await readCachedPage(page)) && !(await isOfThisBuild(page))) await renew(page, event);
  }
}

async function isOfThisBuild(page: string): Promise<boolean> {
  const kept = await readCachedPage(page);
  const files = kept ? filesOf(kept.html).filter((file) => file.startsWith('/_astro/')) : [];
  return files.length > 0 && files.every((file) => BUILD_FILES.includes(file));
}
