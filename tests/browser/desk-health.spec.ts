import { expect } from 'playwright/test';
import { deskPath } from '../../src/contract/desk.ts';
import { deskPaths } from '../../src/contract/desk-paths.ts';
import { deskHealthMessages as says } from '../../src/contract/messages/desk-lists-and-shop.ts';
import { deskScreenMessages } from '../../src/contract/messages/desk.ts';
import { expectAccessible } from './support/accessible.ts';
import { signInStaff } from './support/desk.ts';
import { fromOwnAddresses } from './support/shopper.ts';
import { test } from './support/test.ts';

fromOwnAddresses();

const { places, more } = deskScreenMessages;

test('an owner sees the health checks of the shop and repeats one', async ({ page }) => {
  await signInStaff(page, 'owner');
  const broken = 'Mail server';
  let isMended = false;
  await page.route(`**${deskPath('health.look')}`, async (route) => {
    const { check } = route.request().postDataJSON() as { check: string };
    return check === broken && !isMended ? route.abort() : route.continue();
  });
  await page.getByText(more, { exact: true }).click();
  await page.getByRole('link', { name: places.health, exact: true }).click();
  await expect(page).toHaveURL(deskPaths.health);
  // There are 24 checks. One of them sends up to twenty requests to the shop.
  await expect(page.getByRole('button', { name: says.again })).toHaveAttribute('aria-busy', 'false', {
    timeout: 60_000,
  });
  await expect(page.getByText(says.waiting)).toHaveCount(0);
  const row = (name: string) => page.getByRole('listitem').filter({ hasText: name }).last();
  for (const right of ['Scripts: JSON', 'Headers of each kind of page', 'Key of the hashes of persons']) {
    await expect(row(right)).toContainText(says.states.ok);
  }
  await expect(row(broken)).toContainText(deskScreenMessages.failed);
  await expect(page.getByRole('status').filter({ hasText: /wrong/ })).toBeVisible();
  await expectAccessible(page, 'the health of the shop', 'html');
  const beside = await page.evaluate(() => document.documentElement.scrollWidth - innerWidth);
  expect(beside).toBeLessThanOrEqual(0);

  isMended = true;
  await page.getByRole('link', { name: broken, exact: true }).click();
  await page.getByRole('button', { name: says.oneName(broken) }).click();
  await expect(row(broken)).toContainText(says.states.ok);
  await expect(page.getByRole('link', { name: broken, exact: true })).toHaveCount(0);
});
