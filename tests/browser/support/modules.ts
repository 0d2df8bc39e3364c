import { brotliCompressSync } from 'node:zlib';
import type { Page, Route } from 'playwright/test';
import { patient } from './api.ts';

/** The scripts of a page: kept waiting, refused, counted. */
export const MODULES = '**/_astro/*.js';

/** The mark that React leaves on every element, whatever a bundler does to its names. */
export const isReact = (code: string): boolean => /react\.(?:transitional\.)?element/.test(code);

/** Keeps React away until it is released; everything else arrives at once. */
export async function holdReact(page: Page): Promise<{ isHere: () => boolean; release: () => void }> {
  const { promise: released, resolve: release } = Promise.withResolvers<void>();
  let isHere = false;
  const answer = async (route: Route) => {
    const response = await route.fetch(patient);
    if (isReact(await response.text())) {
      await released;
      isHere = true;
    }
    await route.fulfill({ response });
  };
  // A page that was left meanwhile wants it no more.
  await page.route(MODULES, (route) => answer(route).catch(() => undefined));
  return { isHere: () => isHere, release };
}

/** Refuses every module that has React in it. @returns how many were asked for. */
export async function keepReactOut(page: Page): Promise<() => number> {
  let refused = 0;
  await page.route(MODULES, async (route) => {
    const response = await route.fetch(patient);
    if (!isReact(await response.text())) return route.fulfill({ response });
    refused += 1;
    return route.abort();
  });
  return () => refused;
}

/** The size of the scripts that stand in the page, in bytes of brotli. */
export async function inlineBytes(page: Page): Promise<number> {
  const inline = page.locator('script:not([src]):not([type*="json"])');
  return brotliCompressSync((await inline.allTextContents()).join('\n')).byteLength;
}
