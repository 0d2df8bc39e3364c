import type { Page } from 'playwright/test';

/** Measures the layout shift of later pages. @returns the sum so far, by Google's definition */
export async function countShift(page: Page): Promise<() => Promise<number>> {
  await page.addInitScript(() => {
    const counted = globalThis as unknown as { shift: number };
    counted.shift = 0;
    new PerformanceObserver((list) => {
      for (const entry of list.getEntries()) counted.shift += (entry as unknown as { value: number }).value;
    }).observe({ type: 'layout-shift', buffered: true });
  });
  return () => page.evaluate(() => (globalThis as unknown as { shift: number }).shift);
}
