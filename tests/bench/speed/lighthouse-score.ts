/** Lighthouse's score of a page. */
import lighthouse, { type Flags, type Result } from 'lighthouse';
import type { Figures } from './table.ts';

/** @param port of a Chromium with DevTools @throws Error if Lighthouse cannot analyse the page */
export async function resultOf(port: number, address: string, flags: Flags): Promise<Result> {
  const result = await lighthouse(address, {
    port,
    disableFullPageScreenshot: true,
    logLevel: 'error',
    ...flags,
  });
  if (!result) throw new Error(`Lighthouse has no result for ${address}.`);
  const { runtimeError } = result.lhr;
  if (runtimeError) throw new Error(`${address}: ${runtimeError.message}`);
  return result.lhr;
}

/** With Lighthouse's own phone, simulated network and score. @throws Error if there is no score */
export async function score(port: number, address: string): Promise<Figures> {
  const { categories } = await resultOf(port, address, { onlyCategories: ['performance'] });
  const found = categories['performance']?.score;
  if (typeof found !== 'number') throw new Error(`Lighthouse has no score for ${address}.`);
  return { performance: Math.round(found * 100) };
}
