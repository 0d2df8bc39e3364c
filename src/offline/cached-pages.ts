import { keptHeaders, keptIn, offlinePath, ownPages } from '../contract/offline.ts';
import { filesOf, titleOf } from './html.ts';

/** The pages that a device has, each with the files that it needs: one without the other is not kept. */

/** A page that was not seen again for so long has prices that nobody should be shown. */
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

/** A response that says of a page's address that this page is not there: it moved, or it is gone. */
export function isGone({ type, redirected, status }: Response): boolean {
  return type === 'opaqueredirect' || redirected || status === 404 || status === 410;
}

/** A response that is the page. */
export function isPage({ status, redirected, headers }: Response): boolean {
  return status === 200 && !redirected && (headers.get('content-type') ?? '').startsWith('text/html');
}

/**
 * Keeps a page as it has come, once everything that it needs is there.
 * @param fetchFile brings a file of the build from its cache, or from the network into it
 * @returns the hash of its HTML
 * @throws where one of its files cannot be had, or the device has no room; what was kept before stays then
 */
export async function keepPage(
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
  const cache = await caches.open(isOwn(page) ? keptIn.own : keptIn.seen);
  await cache.put(page, new Response(html, { headers }));
  await forgetOldPages();
  return hash;
}

/** Kept on every device, whatever was seen on it. */
function isOwn(page: string): boolean {
  return page === offlinePath || ownPages.includes(page);
}

export async function forgetPage(page: string): Promise<void> {
  for (const name of [keptIn.own, keptIn.seen]) await (await caches.open(name)).delete(page);
}

/** @returns the page, if it is kept whole and not for too long */
export async function keptPage(page: string): Promise<KeptPage | undefined> {
  const response = await matchPage(page);
  if (!response) return undefined;
  const html = await response.clone().text();
  const about = aboutOf(page, response);
  if ((!isOwn(page) && about.at < Date.now() - SEEN_MS) || !(await isWhole(html))) {
    await forgetPage(page);
    return undefined;
  }
  return { ...about, html, response };
}

/** What can be opened without a network: pages that were seen, the last one first. */
export async function seenPages(): Promise<Pick<KeptPage, 'page' | 'title'>[]> {
  const cache = await caches.open(keptIn.seen);
  const pages = await Promise.all((await cache.keys()).map(({ url }) => keptPage(new URL(url).pathname)));
  return pages.filter((page) => page !== undefined).sort((a, b) => b.at - a.at);
}

/** Throws away what belongs to no page that is kept: caches of another shape, pages that are not whole, files of old builds. */
export async function tidy(build: readonly string[]): Promise<void> {
  const present: readonly string[] = Object.values(keptIn);
  for (const name of await caches.keys()) {
    if (name.startsWith('taana-') && !present.includes(name)) await caches.delete(name);
  }
  const needed = new Set(build);
  for (const name of [keptIn.own, keptIn.seen]) {
    for (const { url } of await (await caches.open(name)).keys()) {
      const kept = await keptPage(new URL(url).pathname);
      if (kept) for (const file of filesOf(kept.html)) needed.add(file);
    }
  }
  const files = await caches.open(keptIn.build);
  for (const request of await files.keys()) {
    if (!needed.has(new URL(request.url).pathname)) await files.delete(request);
  }
}

/** Throws away everything. */
export async function forgetAll(): Promise<void> {
  for (const name of await caches.keys()) if (name.startsWith('taana-')) await caches.delete(name);
}

async function forgetOldPages(): Promise<void> {
  const cache = await caches.open(keptIn.seen);
  const names = (await cache.keys()).map(({ url }) => new URL(url).pathname);
  if (names.length <= MOST_SEEN) return;
  const pages = await Promise.all(
    names.map(async (page) => aboutOf(page, (await cache.match(page)) ?? new Response())),
  );
  for (const { page } of pages.sort((a, b) => b.at - a.at).slice(MOST_SEEN)) await cache.delete(page);
}

async function matchPage(page: string): Promise<Response | undefined> {
  for (const cacheName of [keptIn.own, keptIn.seen]) {
    const response = await caches.match(page, { cacheName, ignoreVary: true });
    if (response) return response;
  }
  return undefined;
}

async function isWhole(html: string): Promise<boolean> {
  const cache = await caches.open(keptIn.build);
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

/** The page that stands in for what is not kept. */
export async function offlinePage(): Promise<Response | undefined> {
  return (await keptPage(offlinePath))?.response;
}
