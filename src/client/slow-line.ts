/**
 * Longest wait for a page's first byte on a fast line, in ms. Less than the 250 ms after which the service worker shows
 * a cached page (offline/worker), so a line on which it does that counts as slow.
 */
const FAST_MS = 240;

/** Whether this page came over a slow line. If so, prefetches would delay what the next tap needs. */
export function isLineSlow(): boolean {
  const [page] = performance.getEntriesByType('navigation') as PerformanceNavigationTiming[];
  return page !== undefined && page.responseStart - page.requestStart > FAST_MS;
}
