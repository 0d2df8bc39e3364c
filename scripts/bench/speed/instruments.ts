/** What watches inside a page, put there before its first line runs: web-vitals and two observers of our own. */
import { readFile } from 'node:fs/promises';
import { fileURLToPath } from 'node:url';
import type * as webVitals from 'web-vitals/attribution';

export interface Paint {
  /** In ms since the navigation began, as the shopper saw it: a page made ahead begins when it is shown. */
  fcpMs: number | null;
  lcpMs: number | null;
  lcpElement: string;
  lcpUrl: string;
  /** Until the first byte, until its file is asked for, until that is there, until it is drawn. */
  lcpParts: readonly number[];
  /** When the first picture of a line stood in cart or checkout, which have headings before they have that. */
  linesMs: number | null;
  /** When the first picture of a product's page was drawn from its own file: until then another may stand in for it. */
  pictureMs: number | null;
  /** The end of that file's address. */
  pictureUrl: string;
  /** The page came from this device, as it was kept (src/offline/worker), without a word of the network. */
  isKept: boolean;
  /** When the network had told that it is still like that. */
  confirmedMs: number | null;
  cls: number;
  clsElement: string;
  /** Beginning and length of every task over 50 ms. */
  longTasks: (readonly [number, number])[];
}

interface Interaction {
  id: number;
  type: string;
  durationMs: number;
  inputDelayMs: number;
  workMs: number;
}

export interface Instruments {
  paint: Paint;
  interactions: Interaction[];
  /** Whether the page came back from the back/forward cache. */
  isRestored: boolean;
}

declare global {
  interface Window {
    speed: Instruments;
  }
}

interface EventTiming extends PerformanceEventTiming {
  interactionId: number;
}

function watch({ onCLS, onFCP, onLCP }: typeof webVitals): void {
  const paint: Paint = {
    fcpMs: null,
    lcpMs: null,
    lcpElement: '',
    lcpUrl: '',
    lcpParts: [],
    linesMs: null,
    pictureMs: null,
    pictureUrl: '',
    isKept: false,
    confirmedMs: null,
    cls: 0,
    clsElement: '',
    longTasks: [],
  };
  const interactions: Interaction[] = [];
  window.speed = { paint, interactions, isRestored: false };
  addEventListener('pageshow', ({ persisted }) => {
    window.speed.isRestored = persisted;
  });
  if (/^\/(?:cart|place-order)$/.test(location.pathname)) {
    new MutationObserver((_, observer) => {
      if (!document.querySelector('main li img')) return;
      paint.linesMs = performance.now();
      observer.disconnect();
    }).observe(document, { childList: true, subtree: true });
  }
  document.addEventListener('DOMContentLoaded', () => {
    const line = document.querySelector('[data-kept]');
    if (!line) return;
    paint.isKept = true;
    new MutationObserver((_, observer) => {
      if (line.isConnected) return;
      paint.confirmedMs = performance.now();
      observer.disconnect();
    }).observe(document, { childList: true, subtree: true });
  });
  if (location.pathname.startsWith('/product/')) {
    // A picture's does not reach the window.
    document.addEventListener(
      'load',
      ({ target }) => {
        if (!(target instanceof HTMLImageElement) || target !== document.querySelector('main img')) return;
        const drawn = () => {
          paint.pictureMs ??= performance.now();
          paint.pictureUrl = target.currentSrc;
        };
        // After the frame that has it, as far as a page can tell.
        void target.decode().then(() => requestAnimationFrame(() => setTimeout(drawn)));
      },
      true,
    );
  }
  const all = { reportAllChanges: true };
  onFCP(({ value }) => {
    paint.fcpMs = value;
  }, all);
  onLCP(({ value, attribution }) => {
    paint.lcpMs = value;
    paint.lcpElement = attribution.target ?? '';
    paint.lcpUrl = attribution.url ?? '';
    paint.lcpParts = [
      attribution.timeToFirstByte,
      attribution.resourceLoadDelay,
      attribution.resourceLoadDuration,
      attribution.elementRenderDelay,
    ];
  }, all);
  onCLS(({ value, attribution }) => {
    paint.cls = value;
    paint.clsElement = attribution.largestShiftTarget ?? '';
  }, all);
  new PerformanceObserver((list) => {
    for (const { startTime, duration } of list.getEntries()) paint.longTasks.push([startTime, duration]);
  }).observe({ type: 'longtask', buffered: true });
  new PerformanceObserver((list) => {
    for (const entry of list.getEntries() as EventTiming[]) {
      if (!entry.interactionId) continue;
      interactions.push({
        id: entry.interactionId,
        type: entry.name,
        durationMs: entry.duration,
        inputDelayMs: entry.processingStart - entry.startTime,
        workMs: entry.processingEnd - entry.processingStart,
      });
    }
  }).observe({ type: 'event', buffered: true, durationThreshold: 16 } as PerformanceObserverInit);
}

let made: Promise<string> | undefined;

/** The script of it all. */
export function instruments(): Promise<string> {
  made ??= (async () => {
    const module = fileURLToPath(import.meta.resolve('web-vitals/attribution'));
    const library = await readFile(module.replace(/[^/]+$/, 'web-vitals.attribution.iife.js'), 'utf8');
    return `(() => { if (window !== top) return; ${library}; (${watch.toString()})(webVitals); })();`;
  })();
  return made;
}
