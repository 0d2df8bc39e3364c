/**
 * Longest wait for a page's first byte on a fast line, in ms. The service worker shows a kept page after 250 ms without
 * an answer (offline/worker), so a page that it had to keep out of waiting counts as slow too.
 */
const FAST_MS = 240;

/** Whether the line that brought this page is slow: what nobody asked for would stand in the way of the next tap. */
export function isLineSlow(): boolean {
  const [page] = performance.getEntriesByType('navigation') as PerformanceNavigationTiming[];
  return page !== undefined && page.responseStart - page.requestStart > FAST_MS;
}
