import type { Body } from '../../contract/routes.ts';
import { bucketOf, pageKindOf, type Vital, vitals } from '../../domain/web-vitals.ts';

/**
 * Measures this page view, as the `web-vitals` package defines the metrics, and sends it once, when the shopper leaves:
 * the kind of page and a bucket for each metric, nothing else. `buffered` brings what happened before this code came.
 */
const ADDRESS = '/api/vitals';
/** A layout shift continues a session of shifts for this long, and a session lasts this long at most; in ms. */
const SHIFT_GAP_MS = 1_000;
const SHIFT_SESSION_MS = 5_000;
/** Of so many interactions the slowest one does not count. */
const INTERACTIONS_PER_OUTLIER = 50;
/** The shortest interactions that the browser reports one by one, in ms. */
const INTERACTION_MS = 40;

interface Shift extends PerformanceEntry {
  value: number;
  hadRecentInput: boolean;
}
interface Interaction extends PerformanceEntry {
  interactionId: number;
}

const [page] = performance.getEntriesByType('navigation') as (PerformanceNavigationTiming & {
  activationStart?: number;
})[];
/** A page that was rendered ahead begins when it is shown. */
const start = page?.activationStart ?? 0;
const values = new Map<Vital, number>();
const pending: (() => void)[] = [];

function watch(type: string, see: (entry: PerformanceEntry) => void): void {
  if (!PerformanceObserver.supportedEntryTypes.includes(type)) return;
  const seeAll = (entries: PerformanceEntryList) => entries.forEach(see);
  const observer = new PerformanceObserver((list) => seeAll(list.getEntries()));
  observer.observe({ type, buffered: true, durationThreshold: INTERACTION_MS } as PerformanceObserverInit);
  pending.push(() => seeAll(observer.takeRecords()));
}

/** A hidden page paints at an arbitrary time. */
const hiddenAt = () =>
  performance
    .getEntriesByType('visibility-state')
    .find(({ name, startTime }) => name === 'hidden' && startTime >= start)?.startTime ??
  Number.POSITIVE_INFINITY;

function paint(vital: Vital, { startTime }: PerformanceEntry): void {
  if (startTime < hiddenAt()) values.set(vital, Math.max(startTime - start, 0));
}

watch('largest-contentful-paint', (entry) => paint('LCP', entry));
watch('paint', (entry) => {
  if (entry.name === 'first-contentful-paint') paint('FCP', entry);
});

const session = { score: 0, from: 0, last: 0 };
if (PerformanceObserver.supportedEntryTypes.includes('layout-shift')) values.set('CLS', 0);
watch('layout-shift', (entry) => {
  const { value, hadRecentInput, startTime } = entry as Shift;
  if (hadRecentInput) return;
  const isNew = startTime - session.last >= SHIFT_GAP_MS || startTime - session.from >= SHIFT_SESSION_MS;
  if (isNew) Object.assign(session, { score: 0, from: startTime });
  session.last = startTime;
  session.score += value;
  values.set('CLS', Math.max(values.get('CLS') ?? 0, session.score));
});

/** The longest event of each interaction, in ms. */
const interactions = new Map<number, number>();
const interact = (entry: PerformanceEntry) => {
  const { interactionId, duration } = entry as Interaction;
  if (!interactionId) return;
  interactions.set(interactionId, Math.max(interactions.get(interactionId) ?? 0, duration));
};
watch('first-input', interact);
watch('event', interact);

if (page && page.responseStart > 0) values.set('TTFB', Math.max(page.responseStart - start, 0));

function send(): void {
  removeEventListener('visibilitychange', onHidden, true);
  removeEventListener('pagehide', send, true);
  for (const take of pending) take();
  const slowest = [...interactions.values()].sort((a, b) => b - a);
  const { interactionCount = slowest.length } = performance as { interactionCount?: number };
  const outliers = Math.floor(interactionCount / INTERACTIONS_PER_OUTLIER);
  const inp = slowest[Math.min(outliers, slowest.length - 1)];
  if (inp !== undefined) values.set('INP', inp);
  const body: Body<'vitals'> = {
    page: pageKindOf(new URL(page?.name ?? location.href).pathname),
    buckets: {},
  };
  for (const vital of vitals) {
    const value = values.get(vital);
    if (value !== undefined) body.buckets[vital] = bucketOf(vital, value);
  }
  navigator.sendBeacon(ADDRESS, JSON.stringify(body));
}

function onHidden(): void {
  if (document.visibilityState === 'hidden') send();
}

addEventListener('visibilitychange', onHidden, true);
addEventListener('pagehide', send, true);
