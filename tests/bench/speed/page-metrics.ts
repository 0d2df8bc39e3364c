/** Observers inside a page, installed before its first script. Their data survives navigation within a tab. */

/** The measurements of one document. */
export interface Watched {
  path: string;
  fcpMs: number | null;
  lcpMs: number | null;
  cls: number;
  /** Longest duration of each interaction in ms, by its id. Browsers report no interaction below 16 ms. */
  interactions: Record<string, number>;
  /** Whether the page came back from the back/forward cache. */
  isRestored: boolean;
}

declare global {
  interface Window {
    /** All documents of this tab so far, the current one last. */
    watched: () => Watched[];
  }
}

interface Shift extends PerformanceEntry {
  value: number;
  hadRecentInput: boolean;
}

/** Runs in the page, so it uses nothing outside itself. */
export function watch(): void {
  if (window.top !== window) return;
  const KEY = '__watched';
  const SHIFT_GAP_MS = 1_000;
  const SHIFT_WINDOW_MS = 5_000;
  const seen: Watched = {
    path: location.pathname,
    fcpMs: null,
    lcpMs: null,
    cls: 0,
    interactions: {},
    isRestored: false,
  };
  const observers: (() => void)[] = [];
  const observe = (type: string, note: (entry: PerformanceEntry) => void, options = {}) => {
    const observer = new PerformanceObserver((list) => list.getEntries().forEach(note));
    observer.observe({ type, buffered: true, ...options });
    observers.push(() => observer.takeRecords().forEach(note));
  };
  observe('paint', ({ name, startTime }) => {
    if (name === 'first-contentful-paint') seen.fcpMs = startTime;
  });
  observe('largest-contentful-paint', ({ startTime }) => {
    seen.lcpMs = startTime;
  });
  let session = { value: 0, first: 0, last: 0 };
  observe('layout-shift', (entry) => {
    const { value, hadRecentInput, startTime } = entry as Shift;
    if (hadRecentInput) return;
    const isSame = startTime - session.last < SHIFT_GAP_MS && startTime - session.first < SHIFT_WINDOW_MS;
    session = isSame
      ? { ...session, value: session.value + value, last: startTime }
      : { value, first: startTime, last: startTime };
    seen.cls = Math.max(seen.cls, session.value);
  });
  observe(
    'event',
    (entry) => {
      const { interactionId, duration } = entry as PerformanceEventTiming & { interactionId: number };
      if (interactionId) {
        seen.interactions[interactionId] = Math.max(duration, seen.interactions[interactionId] ?? 0);
      }
    },
    { durationThreshold: 16 },
  );
  const earlier = () => {
    try {
      return JSON.parse(sessionStorage.getItem(KEY) ?? '[]') as Watched[];
    } catch {
      return [];
    }
  };
  window.watched = () => {
    for (const flush of observers) flush();
    return [...earlier(), seen];
  };
  addEventListener('pagehide', () => {
    try {
      sessionStorage.setItem(KEY, JSON.stringify(window.watched()));
    } catch {
      // This document may not use storage.
    }
  });
  addEventListener('pageshow', ({ persisted }) => {
    seen.isRestored = persisted;
  });
}
