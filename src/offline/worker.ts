import { CacheableResponsePlugin } from 'workbox-cacheable-response';
import { clientsClaim } from 'workbox-core';
import type { WorkboxPlugin } from 'workbox-core/types.js';
import { ExpirationPlugin } from 'workbox-expiration';
import { registerRoute } from 'workbox-routing';
import { CacheFirst, StaleWhileRevalidate, Strategy, type StrategyHandler } from 'workbox-strategies';
import { keptPageMessages } from '../contract/messages/offline.ts';
import { keptIn, offlinePath, ownPages, type WorkerTask } from '../contract/offline.ts';
import { paths } from '../contract/paths.ts';
import { filesOf, withLine } from './html.ts';
import {
  forgetPage,
  isGone,
  isPage,
  type KeptPage,
  keepPage,
  keptPage,
  offlinePage,
  tidy,
} from './cached-pages.ts';
import { type Asked, pageName, type Way, wayOf } from './cache-strategies.ts';
import type { LastingEvent, WorkerScope } from './worker-scope.ts';

/**
 * The shop's service worker. Pages come from the network; where it takes its time or is gone, the page as this device has seen
 * it stands in until the network has spoken (src/offline/page). So nobody is kept on an old build or an old price, and a new
 * worker may take over at once.
 */
declare const self: WorkerScope;

/** Addresses of all hashed files of the build that this worker came with (src/integrations/service-worker.ts). */
declare const BUILD_FILES: readonly string[];

/** Those of them that every page loads later than its HTML tells. */
declare const REST_FILES: readonly string[];

/** A page that is not there by then is shown as it was seen meanwhile: over a slow network, that is most of them. */
const PATIENCE_MS = 250;

/** What a page was a moment ago need not be asked again. */
const RECENT_MS = 10_000;

// Its types leave open what those of a plugin do not.
const onlyGood = new CacheableResponsePlugin({ statuses: [200] }) as WorkboxPlugin;

/** Pictures are most of what is kept, and missed least when the device has no room left. */
const someForAWhile = new ExpirationPlugin({
  maxEntries: 150,
  maxAgeSeconds: 30 * 24 * 60 * 60,
  purgeOnQuotaError: true,
}) as WorkboxPlugin;

const buildFiles = new CacheFirst({
  cacheName: keptIn.build,
  matchOptions: { ignoreVary: true },
  plugins: [onlyGood],
});

const drawings = new StaleWhileRevalidate({
  cacheName: keptIn.build,
  matchOptions: { ignoreVary: true },
  plugins: [onlyGood],
});

const pictures = new CacheFirst({
  cacheName: keptIn.pictures,
  matchOptions: { ignoreVary: true },
  plugins: [
    onlyGood,
    someForAWhile,
    { handlerDidError: ({ request }) => sameInAnotherWidth(new URL(request.url)) },
  ],
});

/** A picture in place of the same one in a width that was never fetched. */
async function sameInAnotherWidth({ searchParams }: URL): Promise<Response | undefined> {
  const cache = await caches.open(keptIn.pictures);
  const master = searchParams.get('url');
  const others = (await cache.keys()).filter(({ url }) => new URL(url).searchParams.get('url') === master);
  const widthOf = ({ url }: Request) => Number(new URL(url).searchParams.get('w'));
  const [largest] = others.sort((a, b) => widthOf(b) - widthOf(a));
  return master && largest ? cache.match(largest, { ignoreVary: true }) : undefined;
}

/** Pages that the network brings or has just brought, with the hash of each once it is kept. */
const brought = new Map<string, { settled: Promise<string | undefined>; at: number }>();

/** Pages: the network first; where it is gone or too slow the page as it was seen. */
class NetworkFirstPages extends Strategy {
  readonly #isKept: boolean;

  /** @param isKept whether pages are kept, and shown again; else the network alone has them */
  constructor(isKept: boolean) {
    super();
    this.#isKept = isKept;
  }

  override async _handle(request: Request, handler: StrategyHandler): Promise<Response> {
    const page = pageName(new URL(request.url));
    // Without a network a browser still has some pages for a minute (netlify.toml), and would not say that they are old.
    const answer = self.navigator.onLine ? handler.fetch(request) : Promise.reject(new TypeError('Offline'));
    if (this.#isKept) {
      const settled = answer.then((response) => settle(page, response.clone(), handler.event));
      brought.set(page, { settled, at: Date.now() });
      void handler.waitUntil(settled.catch(() => undefined));
    }
    const patience = this.#isKept ? after(PATIENCE_MS, 'slow' as const) : new Promise<never>(() => undefined);
    const first = await Promise.race([answer.catch(() => 'gone' as const), patience]);
    if (first instanceof Response) return first;
    const kept = this.#isKept ? await keptPage(page) : undefined;
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
 * Keeps a page that has come; forgets one of which the shop says that it is no longer there.
 * @returns the hash of its HTML if it could be kept, '' of a page that is gone
 */
async function settle(page: string, response: Response, event: LastingEvent): Promise<string | undefined> {
  if (isGone(response)) {
    await forgetPage(page);
    return '';
  }
  if (!isPage(response)) return undefined;
  try {
    return await keepPage(page, response, (address) => fileOf(address, event));
  } catch (error) {
    // A page that cannot be kept whole is shown all the same; room for the next one is made where the pictures are.
    if (error instanceof DOMException && error.name === 'QuotaExceededError')
      await caches.delete(keptIn.pictures);
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
  // A network that is only slow has a while to speak before the page says that it has not.
  return new Response(withLine(html, { sentence, hash, isHidden: why === 'slow' }), { headers });
}

const strategies: Record<Exclude<Way, 'alone'>, Strategy> = {
  page: seen,
  live,
  build: buildFiles,
  picture: pictures,
  drawing: drawings,
};
for (const [way, strategy] of Object.entries(strategies)) {
  registerRoute(({ request, url }) => wayOf(asked(request, url)) === way, strategy);
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
  event.waitUntil(renewOwnPages(event).then(() => tidy(BUILD_FILES)));
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

/** Fetches a page and keeps it. @returns as settle */
async function renew(path: string, event: LastingEvent): Promise<string | undefined> {
  const address = new URL(path, self.location.origin);
  if (wayOf({ method: 'GET', address, isOwn: true, isNavigation: true }) !== 'page') return undefined;
  const page = pageName(address);
  try {
    const last = brought.get(page);
    const known =
      last && Date.now() - last.at < RECENT_MS ? await last.settled.catch(() => undefined) : undefined;
    // A network that was gone, or a shop that was out of order, is asked anew.
    if (known !== undefined) return known;
    return await settle(page, await fetch(page, { cache: 'no-cache' }), event);
  } catch {
    return undefined;
  }
}

async function haveReady(isSignedIn: boolean, event: LastingEvent): Promise<void> {
  // A visitor who opens the cart is sent to log in.
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
    const way = wayOf({
      method: 'GET',
      address,
      isOwn: address.origin === self.location.origin,
      isNavigation: false,
    });
    // The address and words of a browser that asks for a picture, so that what it has fetched already is found.
    const headers = { Accept: 'image/avif,image/webp,image/apng,image/svg+xml,image/*,*/*;q=0.8' };
    const request = new Request(address, way === 'picture' ? { headers } : {});
    if (way === 'picture' || way === 'build')
      await strategies[way].handle({ event, request }).catch(() => undefined);
  }
}

/** What an earlier build has kept of the shopper's own pages, as it is in this one. */
async function renewOwnPages(event: LastingEvent): Promise<void> {
  for (const page of ownPages) {
    if ((await keptPage(page)) && !(await isOfThisBuild(page))) await renew(page, event);
  }
}

async function isOfThisBuild(page: string): Promise<boolean> {
  const kept = await keptPage(page);
  const files = kept ? filesOf(kept.html).filter((file) => file.startsWith('/_astro/')) : [];
  return files.length > 0 && files.every((file) => BUILD_FILES.includes(file));
}
