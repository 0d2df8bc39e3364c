import { expect, type Page } from 'playwright/test';
import { collectionMessages } from '../../src/contract/messages/catalogue.ts';
import { discountMessages } from '../../src/contract/messages/cart-and-wishlist.ts';
import { newsletterPageMessages } from '../../src/contract/messages/newsletter-and-waitlist.ts';
import { newsletterOutcomes, newsletterPaths } from '../../src/contract/paths.ts';
import { expectAccessible } from './support/accessible.ts';
import { openShopperSession, fromOwnAddresses, store } from './support/shopper.ts';
import { expectBigTargets } from './support/tap-targets.ts';
import { test } from './support/test.ts';

/**
 * Accessibility of panels in both themes, and their tap targets. every-page.spec.ts checks the pages themselves, so axe
 * reads a page below a panel only where the page has a state of its own.
 */
fromOwnAddresses();

const button = (page: Page, name: string) => page.getByRole('button', { name, exact: true });

test('The menu, the filters, a search with and without results, and the quick view with its message', async ({
  page,
}) => {
  // A short list, because axe reads every card under a panel.
  await page.goto('/collection?subCategory=Hoodie&sizes=M');
  await expect(button(page, 'Remove Hoodie')).toBeVisible();
  await button(page, 'Menu').click();
  await expect(page.getByRole('navigation', { name: 'Menu' })).toBeVisible();
  await expectAccessible(page, 'the menu', '#menu');
  await expectBigTargets(page, 'the menu', '#menu');
  await page.keyboard.press('Escape');

  await button(page, 'Filter and sort').click();
  await expect(button(page, 'APPLY')).toBeInViewport({ ratio: 1 });
  await expectAccessible(page, 'the filter drawer', '#filter-drawer');
  await expectBigTargets(page, 'the filter drawer', '#filter-drawer');
  await page.keyboard.press('Escape');
  await expect(page.locator('#filter-drawer')).toBeHidden();

  await page.getByRole('main').getByRole('button', { name: 'Search' }).click();
  const field = page.getByRole('searchbox', { name: 'Search the collection' });
  await expect(field).toBeVisible();
  await expectBigTargets(page, 'the filtered list with its search');
  await field.fill('zzzzqqqq');
  await expect(page.getByText(collectionMessages.none)).toBeVisible();
  await expectAccessible(page, 'a search without results', 'main');
  await field.fill('warp');
  await expect(page.locator('[data-grid] [data-card-name]').first().locator('mark')).toHaveText('Warp');
  await expectAccessible(page, 'with what a search found');

  await button(page, 'QUICK VIEW: Warp Line Hoodie').click();
  const view = page.locator('#quick-view');
  await expect(view.locator('.buy-bar')).toBeVisible();
  await expectAccessible(page, 'the quick view', '#quick-view');
  await expectBigTargets(page, 'the quick view', '#quick-view');
  await view.getByRole('button', { name: 'ADD TO CART' }).click();
  const message = page.getByRole('region', { name: 'Messages' });
  await expect(message.getByRole('button')).toBeVisible();
  // A message stays while it has the focus.
  await message.getByRole('button').focus();
  await expectAccessible(page, 'a message over the quick view', '#toasts');
  await expectBigTargets(page, 'a message', '#toasts');
});

test('The panels of a product, its accordions and recently viewed products, and a sold-out size', async ({
  page,
}) => {
  await store(page, { 'taana-viewed': '["baoli-tee"]' });
  await page.goto('/product/warp-line-hoodie');
  await page.getByRole('contentinfo').scrollIntoViewIfNeeded();
  await page.locator('[data-viewed]').scrollIntoViewIfNeeded();
  await expect(page.locator('[data-viewed] article')).toHaveCount(1);
  for (const summary of await page.locator('.accordion summary').all()) await summary.click();
  await expectAccessible(page, 'a product with open accordions');
  for (const [opener, part] of [
    ['Share', '#share'],
    ['View in full screen', '#zoom'],
    ['SIZING GUIDE', '#size-chart'],
  ] as const) {
    await button(page, opener).click();
    await expect(page.locator(part)).toBeVisible();
    await expectAccessible(page, opener, part);
    await expectBigTargets(page, opener, part);
    await page.keyboard.press('Escape');
    await expect(page.locator(part)).toBeHidden();
  }

  await page.goto('/product/meter-se-tee');
  await page.locator('.size-choice[data-size="M"]').click();
  await expect(page.getByText('This size is sold out')).toBeVisible();
  await expectAccessible(page, 'with a sold-out size');
});

test('The pages of the newsletter', async ({ page }) => {
  for (const [address, heading] of [
    [`${newsletterPaths.home}#${newsletterOutcomes.sent}`, newsletterPageMessages.title],
    [newsletterPaths.confirm, newsletterPageMessages.endedTitle],
    [newsletterPaths.leave, newsletterPageMessages.leaveTitle],
  ] as const) {
    await page.goto(address);
    await expect(page.getByRole('heading', { level: 1, name: heading })).toBeVisible();
    await expectAccessible(page, address);
    await expectBigTargets(page, address);
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
  await expect(page.locator('.field select').first()).toBeVisible();
  await expectAccessible(page, 'a state to choose and a refused code', '.field:has(select), .code-place');
});
