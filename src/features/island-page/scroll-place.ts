import { readTab, writeTab } from '../../client/tab-storage.ts';

/** Maximum wait for the content. After it the shopper has probably moved on. */
const TIMEOUT_MS = 10_000;

/**
 * Restores the scroll position on Back and reload, on pages whose content loads after the browser has stopped trying. A
 * shopper who has scrolled meanwhile stays at that place.
 */
export function keepScrollPlace(): void {
  const key = `taana-place:${location.pathname}${location.search}`;
  addEventListener('pagehide', () => writeTab(key, String(Math.round(scrollY))));
  const [entry] = performance.getEntriesByType('navigation');
  const place = Number(readTab(key));
  if (!(entry instanceof PerformanceNavigationTiming) || entry.type === 'navigate' || !(place > 0)) return;

  const watcher = new ResizeObserver(() => {
    if (document.documentElement.scrollHeight - innerHeight < place) return;
    watcher.disconnect();
    scrollTo({ top: place, behavior: 'instant' });
  });
  watcher.observe(document.body);
  const stop = () => watcher.disconnect();
  for (const sign of ['wheel', 'touchstart', 'keydown'] as const) {
    addEventListener(sign, stop, { once: true, passive: true });
  }
  setTimeout(stop, TIMEOUT_MS);
}
