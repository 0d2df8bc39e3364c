import { expect, type Page } from 'playwright/test';
import { discountMessages } from '../../src/contract/messages/cart-and-wishlist.ts';
import { ordersInEveryState } from './support/online-payment.ts';
import { enter, home, placed, shipped, village } from './support/mocked-account.ts';
import { expectBigTargets } from './support/tap-targets.ts';
import { test } from './support/test.ts';

/**
 * Every tap target is as large as a thumb, on every route and its panels, on the narrowest phone. every-page.spec.ts and
 * open-states.spec.ts measure the pages and panels that they open.
 */

const awake = (page: Page) => expect(page.locator('astro-island[ssr]')).toHaveCount(0);
const button = (page: Page, name: string) => page.getByRole('button', { name, exact: true });

/** The keyboard that a phone shows for a field. tests/site/keyboards.test.ts checks the fields of the HTML. */
async function expectKeys(page: Page, label: string, keys: Record<string, string>): Promise<void> {
  const field = page.getByLabel(label, { exact: true });
  for (const [name, value] of Object.entries(keys)) await expect(field, label).toHaveAttribute(name, value);
}

const read = ['/terms-conditions', '/coming-soon', '/wishlist', '/confirm-email', '/reset-password'];

test('tap targets of pages with a few controls', async ({ page }) => {
  for (const address of read) {
    await page.goto(address);
    await awake(page);
    await expectBigTargets(page, address);
  }
  // every-page.spec.ts measures the sign-up.
  await page.goto('/login');
  await button(page, 'Create account').tap();
  await expectKeys(page, 'Name', { autocomplete: 'name' });
  await expectKeys(page, 'Email', { autocomplete: 'email' });
  await expectKeys(page, 'Password', { autocomplete: 'new-password', spellcheck: 'false' });
});

test('tap targets of the checkout and the account pages', async ({ page }) => {
  await enter(page, {
    'cart.get': { success: true, cartData: { 'warp-line-hoodie': { M: 2 }, 'taana-cap': { default: 1 } } },
    'wishlist.get': { success: true, wishlistData: ['warp-line-hoodie', 'meter-se-tee', 'patang-hoodie'] },
    'order.userorders': { success: true, orders: ordersInEveryState },
    'address.user': { success: true, addresses: [home, village] },
    'notification.user': { success: true, notifications: [shipped, placed] },
  });
  await page.goto('/cart');
  await expect(page.getByRole('link', { name: 'PROCEED TO CHECKOUT' })).toBeVisible();
  await button(page, discountMessages.have).tap();
  await expectKeys(page, discountMessages.label, {
    autocapitalize: 'characters',
    autocorrect: 'off',
    autocomplete: 'off',
    enterkeyhint: 'done',
  });
  await expectBigTargets(page, 'the cart');
  await page.goto('/place-order');
  await expect(button(page, 'PLACE ORDER')).toBeEnabled();
  await page.getByLabel('City, town or village').fill('Ben');
  await expect(page.getByRole('option').first()).toBeVisible();
  await expectBigTargets(page, 'suggested cities', '[role="listbox"]');
  await page.getByLabel('City, town or village').fill('Kheda');
  await expectBigTargets(page, 'the checkout');
  await page.goto('/wishlist');
  await expect(page.getByRole('article')).toHaveCount(3);
  await expectBigTargets(page, 'the wishlist');
  await page.goto('/orders');
  await expect(page.getByRole('article').first()).toBeVisible();
  await expectBigTargets(page, 'the orders');
  await page.goto('/profile');
  for (const [name, shows] of [
    ['Profile', 'Member Since'],
    ['Orders', 'SHIP01'],
    ['Addresses', '12 MG Road'],
    ['Notifications', 'Mark as Read'],
  ] as const) {
    await page.getByRole('tab', { name }).tap();
    await expect(page.getByRole('tabpanel')).toContainText(shows);
    if (name === 'Profile') {
      await button(page, 'Edit').tap();
      await expectKeys(page, 'Full Name', {
        autocomplete: 'name',
        autocapitalize: 'words',
        enterkeyhint: 'next',
      });
      await expectKeys(page, 'Email Address', {
        type: 'email',
        autocomplete: 'email',
        autocapitalize: 'none',
      });
      await expectKeys(page, 'Phone Number', { type: 'tel', inputmode: 'tel', autocomplete: 'tel-national' });
      await expectKeys(page, 'Date of Birth', { type: 'date', autocomplete: 'bday' });
    }
    if (name === 'Addresses') {
      await button(page, 'Add Address').tap();
      await expectKeys(page, 'Street address', { autocomplete: 'address-line1', enterkeyhint: 'next' });
      await expectKeys(page, 'City', { autocomplete: 'address-level2', enterkeyhint: 'next' });
      await expectKeys(page, 'PIN code', { inputmode: 'numeric', autocomplete: 'postal-code' });
      await expectKeys(page, 'Phone', { type: 'tel', inputmode: 'tel', autocomplete: 'tel-national' });
    }
    await expectBigTargets(page, `the tab ${name}`);
    if (name === 'Addresses') {
      await page.getByRole('button', { name: 'Delete', exact: true }).first().tap();
      await expect(page.getByRole('dialog')).toBeVisible();
      await expectBigTargets(page, 'a question', 'dialog');
      await page.keyboard.press('Escape');
    }
  }
});
