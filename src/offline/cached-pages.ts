import { cacheNames, keptHeaders, offlinePath, ownPages } from '../contract/offline.ts';
import { filesOf, titleOf } from './html.ts';

/** The cached pages, each with the files that it needs: a page is cached with all of them or not at all. */

/** A page that was not visited for this long has prices that are too old to show. */
const SEEN_MS = 14 * 24 * 60 * 60 * 1000;
const MOST_SEEN = 40;

export interface KeptPage {
  page: string;
  title: string;
  /** ms since 1970 UTC */
  at: number;
  hash: string;
  html: string;
  response: Response;
}

/** The response says that the page has moved or no longer exists. */
export function isGone({ type, redirected, status }: Response): boolean {
  return type === 'opaqueredirect' || redirected || status === 404 || status === 410;
}

/** The response is the page itself. */
export function isPage({ status, redirected, headers }: Response): boolean {
  return status === 200 && !redirected && (headers.get('content-type') ?? '').startsWith('text/html');
}

/**
 * Caches a page, after all files that it needs are cached.
 * @param fetchFile gets a file of the build from its cache, or from the network into the cache
 * @returns the hash of its HTML
 * @throws if a file cannot be loaded or the device has no room; the earlier version stays cached
 */
export async function cachePage(
  page: string,
  response: Response,
  fetchFile: (address: string) => Promise<Response>,
): Promise<string> {
  const html = await response.text();
  const files = await Promise.all(filesOf(html).map(fetchFile));
  if (!files.every(({ ok }) => ok)) throw new Error(`A file of ${page} cannot be had`);
  const hash = await hashOf(html);
  const headers = new Headers(response.headers);
  for (const name of ['content-encoding', 'content-length', 'set-cookie']) headers.delete(name);
  headers.set(keptHeaders.at, String(Date.now()));
  headers.set(keptHeaders.hash, hash);
  headers.set(keptHeaders.title, encodeURIComponent(titleOf(html)));
  const cache = await caches.open(isOwn(page) ? cacheNames.own : cacheNames.seen);
  await cache.put(page, new Response(html, { headers }));
  await forgetOldPages();
  return hash;
}

/** Cached on every device, whether it was visited or not. */
function isOwn(page: string): boolean {
  return page === offlinePath || ownPages.includes(page);
}

export async function uncachePage(page: string): Promise<void> {
  for (const name of [cacheNames.own, cacheNames.seen]) await (await caches.open(name)).delete(page);
}

/** @returns the page, if it is cached with all its files and not too old */
export async function readCachedPage(page: string): Promise<KeptPage | undefined> {
  const response = await matchPage(page);
  if (!response) return undefined;
  const html = await response.clone().text();
  const about = aboutOf(page, response);
  if ((!isOwn(page) && about.at < Date.now() - SEEN_MS) || !(await isWhole(html))) {
    await uncachePage(page);
    return undefined;
  }
  return { ...about, html, response };
}

/** Visited pages that open without a network, the latest first. */
export async function seenPages(): Promise<Pick<KeptPage, 'page' | 'title'>[]> {
  const cache = await caches.open(cacheNames.seen);
  const pages = await Promise.all(
    (await cache.keys()).map(({ url }) => readCachedPage(new URL(url).pathname)),
  );
  return pages.filter((page) => page !== undefined).sort((a, b) => b.at - a.at);
}

/** Removes what no cached page needs: caches with another structure, incomplete pages, files of old builds. */
export async function cleanUpCache(build: readonly string[]): Promise<void> {
  const present: readonly string[] = Object.values(cacheNames);
  for (const name of await caches.keys()) {
    if (name.startsWith('taana-') && !present.includes(name)) await caches.delete(name);
  }
  const needed = new Set(build);
  for (const name of [cacheNames.own, cacheNames.seen]) {
    for (const { url } of await (await caches.open(name)).keys()) {
      const kept = await readCachedPage(new URL(url).pathname);
      if (kept) for (const file of filesOf(kept.html)) needed.add(file);
    }
  }
  const files = await caches.open(cacheNames.build);
  for (const request of await files.keys()) {
    if (!needed.has(new URL(request.url).pathname)) await files.delete(request);
  }
}

export async function forgetAll(): Promise<void> {
  for (const name of await caches.keys()) if (name.startsWith('taana-')) await caches.delete(name);
}

async function forgetOldPages(): Promise<void> {
  const cache = await caches.open(cacheNames.seen);
  const names = (await cache.keys()).map(({ url }) => new URL(url).pathname);
  if (names.length <= MOST_SEEN) return;
  const pages = await Promise.all(
    names.map(async (page) => aboutOf(page, (await cache.match(page)) ?? new Response())),
  );
  for (const { page } of pages.sort((a, b) => b.at - a.at).slice(MOST_SEEN)) await cache.delete(page);
}

async function matchPage(page: string): Promise<Response | undefined> {
  for (const cacheName of [cacheNames.own, cacheNames.seen]) {
    const response = await caches.match(page, { cacheName, ignoreVary: true });
    if (response) return response;
  }
  return undefined;
}

async function isWhole(html: string): Promise<boolean> {
  const cache = await caches.open(cacheNames.build);
  const files = await Promise.all(filesOf(html).map((file) => cache.match(file, { ignoreVary: true })));
  return files.every((file) => file !== undefined);
}

function aboutOf(page: string, { headers }: Response): Omit<KeptPage, 'html' | 'response'> {
  return {
    page,
    title: decodeURIComponent(headers.get(keptHeaders.title) ?? ''),
    at: Number(headers.get(keptHeaders.at)),
    hash: headers.get(keptHeaders.hash) ?? '',
  };
}

async function hashOf(text: string): Promise<string> {
  const digest = await crypto.subtle.digest('SHA-256', new TextEncoder().encode(text));
  return Array.from(new Uint8Array(digest).slice(0, 9), (byte) => byte.toString(16).padStart(2, '0')).join(
    '',
  );
}

/** The page to show for a page that is not cached. */
export async function offlinePage(): Promise<Response | undefined> {
  return (await readCachedPage(offlinePath))?.response;
}
