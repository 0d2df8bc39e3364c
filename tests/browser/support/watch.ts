import { expect, type Page } from 'playwright/test';

/** What must not happen on any page, whatever else is tested. */
export interface Watch {
  /** A line for each thing that has gone wrong so far. */
  found: () => Promise<string[]>;
  expectNothingWrong: () => Promise<void>;
}

/** Begins before the first page: console errors, exceptions, breaches of the content policy, failed requests. */
export async function watch(page: Page, expectedStatus: Record<string, number> = {}): Promise<Watch> {
  const wrong: string[] = [];
  const isExpected = (address: string, status: number) =>
    expectedStatus[new URL(address).pathname] === status;

  page.on('pageerror', (error) => wrong.push(`exception: ${error.message}`));
  page.on('console', (message) => {
    if (message.type() !== 'error') return;
    // The browser's own line about a status is judged below, by its response.
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
    // A page that is left drops what it was still loading.
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
    // What the page has told so far is here once it answers.
    await page.evaluate(() => undefined);
    return wrong;
  };
  return {
    found,
    async expectNothingWrong() {
      expect(await found()).toEqual([]);
    },
  };
}
