/** Lighthouse's own look at a page: its phone, its simulated network, its score. */
import lighthouse from 'lighthouse';
import type { Figures } from './figures.ts';

/** @param port of a Chromium that listens to DevTools */
export async function score(port: number, address: string): Promise<Figures> {
  const result = await lighthouse(address, {
    port,
    onlyCategories: ['performance'],
    disableFullPageScreenshot: true,
    logLevel: 'error',
  });
  if (!result) throw new Error(`Lighthouse has no result for ${address}.`);
  const { categories, audits, runtimeError } = result.lhr;
  if (runtimeError) throw new Error(`${address}: ${runtimeError.message}`);
  const value = (id: string) => audits[id]?.numericValue ?? null;
  return {
    performance: Math.round((categories['performance']?.score ?? 0) * 100),
    fcpMs: value('first-contentful-paint'),
    lcpMs: value('largest-contentful-paint'),
    tbtMs: value('total-blocking-time'),
  };
}
