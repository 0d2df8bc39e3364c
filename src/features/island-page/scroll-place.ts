import { readTab, writeTab } from '../../client/tab-storage.ts';

/** How long the content may take. Whoever still waits by then has looked elsewhere. */
const PATIENCE_MS = 10_000;

/**
 * Brings Back and a reload to where the page was left, on pages whose content comes later than a browser waits for it. Who
 * has begun to scroll meanwhile stays where they are.
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
  setTimeout(stop, PATIENCE_MS);
}
