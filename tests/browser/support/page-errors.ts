import { expect, type Page } from 'playwright/test';

/** Errors that fail every test: console, exceptions, CSP, failed requests. */
export interface Watch {
  /** One line for each error so far. */
  found: () => Promise<string[]>;
  expectNoErrors: () => Promise<void>;
}

/** Must be called before the first page. @param expectedStatus error statuses that are allowed, by path */
export async function watch(page: Page, expectedStatus: Record<string, number> = {}): Promise<Watch> {
  const wrong: string[] = [];
  const isExpected = (address: string, status: number) =>
    expectedStatus[new URL(address).pathname] === status;

  page.on('pageerror', (error) => wrong.push(`exception: ${error.message}`));
  page.on('console', (message) => {
    if (message.type() !== 'error') return;
    // The response handler below reports these statuses.
    if (message.text().startsWith('Failed to load resource')) return;
    wrong.push(`console: ${message.text()} (${message.location().url})`);
  });
  page.on('response', (response) => {
    if (response.status() >= 400 && !isExpected(response.url(), response.status())) {
      wrong.push(`${response.status()} from ${response.url()}`);
    }
  });
  page.on('requestfailed', (request) => {
    const reason = request.failure()?.errorText ?? 'unknown';
    // A navigation aborts the open requests of a page.
    if (reason !== 'net::ERR_ABORTED') wrong.push(`${reason} for ${request.url()}`);
  });
  await page.exposeFunction('reportBreach', (breach: string) => wrong.push(`content policy: ${breach}`));
  await page.addInitScript(() => {
    addEventListener('securitypolicyviolation', ({ violatedDirective, blockedURI }) => {
      const { reportBreach } = globalThis as unknown as { reportBreach: (breach: string) => void };
      reportBreach(`${violatedDirective} ${blockedURI}`);
    });
  });

  const found = async () => {
    // Waits for the earlier reports of the page.
    await page.evaluate(() => undefined);
    return wrong;
  };
  return {
    found,
    async expectNoErrors() {
      expect(await found()).toEqual([]);
    },
  };
}
