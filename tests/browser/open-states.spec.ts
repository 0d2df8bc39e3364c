import { expect } from 'playwright/test';
import { collectionMessages } from '../../src/contract/messages/catalogue.ts';
import { discountMessages } from '../../src/contract/messages/cart-and-wishlist.ts';
import { newsletterPageMessages } from '../../src/contract/messages/newsletter-and-waitlist.ts';
import { newsletterOutcomes, newsletterPaths } from '../../src/contract/paths.ts';
import { expectAccessible } from './support/accessible.ts';
import { openShopperSession, fromOwnAddresses } from './support/shopper.ts';
import { test } from './support/test.ts';

/** Accessibility of panels that no other test opens, in both themes. every-page.spec.ts checks the pages themselves. */
fromOwnAddresses();

test('The menu, a search without results, and a message over the quick view', async ({ page }) => {
  await page.goto('/collection');
  await page.getByRole('button', { name: 'Menu' }).click();
  await expect(page.getByRole('navigation', { name: 'Menu' })).toBeVisible();
  await expectAccessible(page, 'the menu', '#menu');
  await page.keyboard.press('Escape');
  await page.getByRole('main').getByRole('button', { name: 'Search' }).click();
  const field = page.getByRole('searchbox', { name: 'Search the collection' });
  await field.fill('zzzzqqqq');
  await expect(page.getByText(collectionMessages.none)).toBeVisible();
  await expectAccessible(page, 'a search without results', 'main');
  await field.fill('');
  await page.getByRole('button', { name: 'QUICK VIEW: Warp Line Hoodie' }).click();
  await page.locator('#quick-view').getByRole('button', { name: 'ADD TO CART' }).click();
  const message = page.getByRole('region', { name: 'Messages' });
  await expect(message.getByRole('button')).toBeVisible();
  // A message stays while it has the focus.
  await message.getByRole('button').focus();
  await expectAccessible(page, 'a message over the quick view', '#toasts');
});

test('The sizing guide, the accordions, and the pages of the newsletter', async ({ page }) => {
  await page.goto('/product/warp-line-hoodie');
  for (const summary of await page.locator('.accordion summary').all()) await summary.click();
  await expectAccessible(page, 'open accordions', '.accordion');
  await page.getByRole('button', { name: 'SIZING GUIDE' }).click();
  await expect(page.getByRole('heading', { name: /^SIZING GUIDE/ })).toBeVisible();
  await expectAccessible(page, 'the sizing guide', '#size-chart');

  for (const [address, heading] of [
    [`${newsletterPaths.home}#${newsletterOutcomes.sent}`, newsletterPageMessages.title],
    [newsletterPaths.confirm, newsletterPageMessages.endedTitle],
    [newsletterPaths.leave, newsletterPageMessages.leaveTitle],
  ] as const) {
    await page.goto(address);
    await expect(page.getByRole('heading', { level: 1, name: heading })).toBeVisible();
    await expectAccessible(page, address);
  }
});

test('The checkout with suggestions, with a state to choose, and with a code', async ({ page }) => {
  await openShopperSession(page, { productId: 'warp-line-hoodie', size: 'M', quantity: 1 });
  await page.goto('/place-order');
  await expect(page.getByRole('button', { name: 'PLACE ORDER' })).toBeEnabled();
  const city = page.getByRole('combobox', { name: 'City, town or village' });
  await city.pressSequentially('beng');
  await city.press('ArrowDown');
  await expect(page.getByRole('option', { name: 'Bengaluru Karnataka' })).toBeVisible();
  await expectAccessible(page, 'open suggestions', '[role="listbox"]');
  await city.fill('Sirsi Makki');
  await page.getByRole('button', { name: discountMessages.have }).click();
  await page.getByRole('button', { name: discountMessages.apply }).click();
  await expectAccessible(page, 'a state to choose', '.field:has(select)');
  await expectAccessible(page, 'a refused code', '.code-place');
});
