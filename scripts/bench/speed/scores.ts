/** Lighthouse's own look at a page: its phone, its simulated network, its score. */
import lighthouse from 'lighthouse';

export interface Score {
  performance: number;
  fcpMs: number;
  lcpMs: number;
  tbtMs: number;
  cls: number;
  speedIndexMs: number;
  /** What took something off the score. */
  faults: string[];
  /** What kept the main thread, in simulated ms. */
  work: { what: string; ms: number }[];
}

/** @param port of a Chromium whose browser storage is as it should be */
export async function score(port: number, address: string): Promise<Score> {
  const result = await lighthouse(address, {
    port,
    onlyCategories: ['performance'],
    // Everything but what says who is logged in.
    clearStorageTypes: ['file_systems', 'shader_cache', 'service_workers', 'cache_storage'],
    disableFullPageScreenshot: true,
    logLevel: 'error',
  });
  if (!result) throw new Error(`Lighthouse has no result for ${address}.`);
  const { categories, audits, runtimeError } = result.lhr;
  if (runtimeError) throw new Error(`${address}: ${runtimeError.message}`);
  const value = (id: string) => audits[id]?.numericValue ?? Number.NaN;
  const groups = audits['mainthread-work-breakdown']?.details as
    { items?: { groupLabel: string; duration: number }[] } | undefined;
  return {
    performance: Math.round((categories['performance']?.score ?? 0) * 100),
    fcpMs: value('first-contentful-paint'),
    lcpMs: value('largest-contentful-paint'),
    tbtMs: value('total-blocking-time'),
    work: (groups?.items ?? []).map(({ groupLabel, duration }) => ({
      what: groupLabel,
      ms: Math.round(duration),
    })),
    cls: value('cumulative-layout-shift'),
    speedIndexMs: value('speed-index'),
    faults: (categories['performance']?.auditRefs ?? [])
      .filter(({ weight }) => weight > 0)
      .flatMap(({ id }) => audits[id] ?? [])
      .filter(({ score: part }) => part !== null && part < 0.995)
      .map(({ id, displayValue }) => `${id} ${displayValue ?? ''}`.trim()),
  };
}
