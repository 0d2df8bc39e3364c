import { brotliCompressSync } from 'node:zlib';
import type { Page, Route } from 'playwright/test';
import { withRetries } from './api.ts';

/** The scripts of a page, to hold, block or measure. */
export const MODULES = '**/_astro/*.js';

/** React marks every element with this symbol, which survives the bundler. */
export const isReact = (code: string): boolean => /react\.(?:transitional\.)?element/.test(code);

/** Holds only React until `release`. Other modules load at once. */
export async function holdReact(page: Page): Promise<{ isHere: () => boolean; release: () => void }> {
  const { promise: released, resolve: release } = Promise.withResolvers<void>();
  let isHere = false;
  const answer = async (route: Route) => {
    const response = await route.fetch(withRetries);
    if (isReact(await response.text())) {
      await released;
      isHere = true;
    }
    await route.fulfill({ response });
  };
  // The page may have navigated away meanwhile.
  await page.route(MODULES, (route) => answer(route).catch(() => undefined));
  return { isHere: () => isHere, release };
}

/** Blocks every module with React in it. @returns the number of requests */
export async function keepReactOut(page: Page): Promise<() => number> {
  let refused = 0;
  await page.route(MODULES, async (route) => {
    const response = await route.fetch(withRetries);
    if (!isReact(await response.text())) return route.fulfill({ response });
    refused += 1;
    return route.abort();
  });
  return () => refused;
}

/** The size of the page's inline scripts, in bytes of brotli. */
export async function inlineBytes(page: Page): Promise<number> {
  const inline = page.locator('script:not([src]):not([type*="json"])');
  return brotliCompressSync((await inline.allTextContents()).join('\n')).byteLength;
}
