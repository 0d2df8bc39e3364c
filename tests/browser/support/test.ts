import { test as base } from 'playwright/test';
import { storageKeys } from '../../../src/domain/config.ts';

/**
 * A test whose pages look as on the second page of a visit: lines break alike on every machine, whatever its fonts. Not
 * by `storageState`, for which Playwright opens a page in every context.
 */
export const test = base.extend({
  context: async ({ context }, use) => {
    await context.addInitScript((key) => {
      try {
        localStorage.setItem(key, '1');
      } catch {
        // This page has no storage.
      }
    }, storageKeys.textFont);
    await use(context);
  },
});
