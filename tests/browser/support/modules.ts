import { readFileSync } from 'node:fs';
import { readdir } from 'node:fs/promises';
import { join } from 'node:path';
import { brotliCompressSync } from 'node:zlib';
import type { Page } from 'playwright/test';

/** The scripts of a page, to hold, block or measure. */
export const MODULES = '**/_astro/*.js';

/** React marks every element with this symbol, which survives the bundler. */
export const isReact = (code: string): boolean => /react\.(?:transitional\.)?element/.test(code);

const built = 'dist/_astro';
let reactFiles: Promise<readonly string[]> | undefined;

/** Matches the requests for modules with React in them. All others reach the shop without the test's process. */
async function findReact(): Promise<(url: URL) => boolean> {
  reactFiles ??= readdir(built).then((files) =>
    files.filter((file) => file.endsWith('.js') && isReact(readFileSync(join(built, file), 'utf8'))),
  );
  const files = await reactFiles;
  return ({ pathname }) => files.some((file) => pathname.endsWith(`/${file}`));
}

/** Holds only React until `release`. Other modules load at once. */
export async function holdReact(page: Page): Promise<{ isHere: () => boolean; release: () => void }> {
  const { promise: released, resolve: release } = Promise.withResolvers<void>();
  let isHere = false;
  await page.route(await findReact(), async (route) => {
    await released;
    isHere = true;
    // The page may have navigated away meanwhile.
    await route.continue().catch(() => undefined);
  });
  return { isHere: () => isHere, release };
}

/** Blocks every module with React in it. @returns the number of requests */
export async function keepReactOut(page: Page): Promise<() => number> {
  let refused = 0;
  await page.route(await findReact(), (route) => {
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
