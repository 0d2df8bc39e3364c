/** One look at one page: when it could be seen, what moved, what came over the wire. */
import { brotliCompressSync } from 'node:zlib';
import type { Visitor } from './browser.ts';
import type { Paint } from './instruments.ts';
import { kinds, type Kind, type Requests, type RequestSeen } from './requests.ts';

export interface Sum {
  requests: number;
  bytes: number;
}

export interface Visit extends Paint {
  firstByteMs: number;
  loadMs: number;
  /** What long tasks took beyond 50 ms each, after the first paint. */
  tbtMs: number;
  byKind: Record<Kind, Sum>;
  total: Sum;
  /** What had come by the time that the largest thing in view stood there. */
  bytesUntilLcp: number;
  /** What was asked for before the page had loaded. */
  bytesUntilLoad: number;
  /** Of the document, in brotli, without headers. */
  htmlBytes: number;
  /** With style sheets that have to come before anything is drawn. */
  htmlAndStyleBytes: number;
  /** In brotli, without headers: files, and what stands in the page. */
  scriptFileBytes: number;
  /** Of them, those of files that were asked for before the page had loaded. */
  scriptUntilLoadBytes: number;
  inlineScriptBytes: number;
  /** The page took the network for a slow one, or was told to save data, and left out what can be left out. */
  isSparing: boolean;
  requests: RequestSeen[];
}

const TASK_MS = 50;

const sumOf = (requests: readonly RequestSeen[]): Sum => ({
  requests: requests.filter(({ isFromCache, bytes }) => !isFromCache || bytes > 0).length,
  bytes: requests.reduce((sum, { bytes }) => sum + bytes, 0),
});

/** Goes there and stays until the page has loaded and nothing has come for a moment: the first view. */
export async function visit({ page }: Visitor, requests: Requests, address: string): Promise<Visit> {
  requests.clear();
  await page.goto(address, { waitUntil: 'commit' });
  await requests.quiet();
  return lookAround(page, requests);
}

/** What can be said of the page that is open. */
async function lookAround(page: Visitor['page'], requests: Requests): Promise<Visit> {
  const { paint, timing, inline, blocking, isSparing } = await page.evaluate(() => {
    const [navigation] = performance.getEntriesByType('navigation') as PerformanceNavigationTiming[];
    const scripts = document.querySelectorAll('script:not([src]):not([type*="json"])');
    return {
      paint: window.speed.paint,
      timing: { firstByteMs: navigation?.responseStart ?? 0, loadMs: navigation?.loadEventEnd ?? 0 },
      blocking: (
        performance.getEntriesByType('resource') as (PerformanceResourceTiming & {
          renderBlockingStatus?: string;
        })[]
      )
        .filter(({ renderBlockingStatus }) => renderBlockingStatus === 'blocking')
        .map(({ name }) => name),
      isSparing: document.documentElement.dataset['sparing'] !== undefined,
      inline: Array.from(scripts, ({ textContent }) => textContent ?? '').join('\n'),
    };
  });
  const all = requests.all();
  const of = (kind: Kind) => all.filter((one) => one.kind === kind);
  const bodies = (list: readonly RequestSeen[]) =>
    list.reduce((sum, { bytes, headerBytes }) => sum + Math.max(0, bytes - headerBytes), 0);
  const isBeforeLoad = ({ sentMs }: RequestSeen) => sentMs < timing.loadMs;
  const html = bodies(of('document'));
  const { fcpMs, lcpMs, longTasks } = paint;
  return {
    ...paint,
    ...timing,
    tbtMs: longTasks
      .filter(([start, length]) => start + length > (fcpMs ?? 0))
      .reduce((sum, [, length]) => sum + Math.max(0, length - TASK_MS), 0),
    byKind: Object.fromEntries(kinds.map((kind) => [kind, sumOf(of(kind))])) as Record<Kind, Sum>,
    total: sumOf(all),
    bytesUntilLcp: sumOf(all.filter(({ endedMs }) => endedMs > 0 && endedMs <= (lcpMs ?? 0))).bytes,
    htmlBytes: html,
    htmlAndStyleBytes:
      html + bodies(of('style').filter(({ path }) => blocking.some((name) => name.endsWith(path)))),
    scriptFileBytes: bodies(of('script')),
    scriptUntilLoadBytes: bodies(of('script').filter(isBeforeLoad)),
    bytesUntilLoad: sumOf(all.filter(isBeforeLoad)).bytes,
    inlineScriptBytes: inline === '' ? 0 : brotliCompressSync(inline).byteLength,
    isSparing,
    requests: all,
  };
}
