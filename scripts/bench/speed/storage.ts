import type { BrowserContext } from 'playwright';

/** Replaces what the browser keeps for a shop: for Lighthouse, whose own tab finds it then. */
export async function fillStorage(
  context: BrowserContext,
  origin: string,
  entries: Readonly<Record<string, string>>,
): Promise<void> {
  const page = await context.newPage();
  // A file of the same origin without a script.
  await page.goto(new URL('/favicon.svg', origin).href);
  await page.evaluate((given) => {
    localStorage.clear();
    for (const [key, value] of Object.entries(given)) localStorage.setItem(key, value);
  }, entries);
  await page.close();
}
