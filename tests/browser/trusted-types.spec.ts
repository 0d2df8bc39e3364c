import { expect } from 'playwright/test';
import { workerPath } from '../../src/contract/offline.ts';
import { watch } from './support/page-errors.ts';
import { test } from './support/test.ts';

test.use({ serviceWorkers: 'allow' });

test('the shop works if the browser enforces Trusted Types', async ({ page }) => {
  const { expectNoErrors } = await watch(page);
  await page.goto('/collection');
  // Covers the code that writes HTML: fetched pages, messages, React and the slider.
  await page.getByRole('button', { name: 'QUICK VIEW: Warp Line Hoodie' }).click();
  await expect(page.getByRole('dialog').getByRole('button', { name: 'ADD TO CART' })).toBeVisible();
  await page.keyboard.press('Escape');
  await page.getByRole('button', { name: 'Add to Wishlist' }).first().click();
  await expect(page.getByRole('button', { name: 'Close message' })).toBeVisible();
  await page
    .getByRole('button', { name: /filter/i })
    .first()
    .click();
  await expect(page.getByRole('dialog').getByRole('button', { name: 'APPLY' })).toBeVisible();
  await expect
    .poll(() => page.evaluate(async () => (await navigator.serviceWorker.getRegistration())?.scope))
    .toMatch(/\/$/);
  await expectNoErrors();

  const refused = await page.evaluate(async (worker) => {
    const tries = [
      () => document.body.insertAdjacentHTML('beforeend', '<img src=x onerror=alert(1)>'),
      () => new DOMParser().parseFromString('<p>', 'text/html'),
      () => navigator.serviceWorker.register(worker),
      () =>
        (
          globalThis as unknown as {
            trustedTypes: { createPolicy: (name: string, rules: object) => unknown };
          }
        ).trustedTypes.createPolicy('another', {}),
    ];
    const names: string[] = [];
    for (const attempt of tries) {
      try {
        await attempt();
        names.push('done');
      } catch (error) {
        names.push((error as Error).name);
      }
    }
    return names;
  }, workerPath);
  expect(refused).toEqual(['TypeError', 'TypeError', 'TypeError', 'TypeError']);
});
