import { expect, type Page } from 'playwright/test';
import { addressMessages } from '../../src/contract/messages/address.ts';
import { notificationMessages, profileMessages } from '../../src/contract/messages/account.ts';
import { expectAccessible } from './support/accessible.ts';
import { tabTo } from './support/keyboard.ts';
import { ordersInEveryState, wireOrder } from './support/online-payment.ts';
import { asha, enter, home, placed, serve, shipped, village } from './support/mocked-account.ts';
import { fromOwnAddresses, toast } from './support/shopper.ts';
import { watch } from './support/page-errors.ts';
import { test } from './support/test.ts';

fromOwnAddresses();
// Parallel, because one worker would run a long file while the others are idle.
test.describe.configure({ mode: 'parallel' });

const ok = { success: true } as const;
const failed = { success: false, code: 'failed', message: 'The shop is being mended.' } as const;

const tab = (page: Page, name: RegExp | string) => page.getByRole('tab', { name });
const panel = (page: Page) => page.getByRole('tabpanel');
const button = (page: Page, name: string) => panel(page).getByRole('button', { name, exact: true });
const dialog = (page: Page) => page.getByRole('dialog');

test('Each tab has its own address, reloads its data when selected, and Back returns to the previous tab', async ({
  page,
}) => {
  const watched = await watch(page);
  const sent = await enter(page, { 'order.userorders': { ...ok, orders: [wireOrder('SHIP01')] } });
  await page.goto('/profile?tab=orders');
  await expect(tab(page, 'Orders')).toHaveAttribute('aria-selected', 'true');
  await expect(panel(page)).toContainText('SHIP01');
  expect(sent['order.userorders']).toEqual([{ userId: asha._id }]);

  await tab(page, 'Addresses').click();
  await expect(page).toHaveURL('/profile?tab=addresses');
  await expect(panel(page)).toContainText(addressMessages.none);
  await tab(page, /^Notifications/).click();
  await expect(panel(page)).toContainText(notificationMessages.none);
  await page.goBack();
  await expect(tab(page, 'Addresses')).toHaveAttribute('aria-selected', 'true');
  await page.goBack();
  await expect(page).toHaveURL('/profile?tab=orders');
  await expect(panel(page)).toContainText('SHIP01');
  // The loaded data is shown at once, during the second request.
  await expect.poll(() => sent['order.userorders']?.length).toBe(2);
  await tab(page, 'Orders').click();
  await expect.poll(() => sent['order.userorders']?.length).toBe(3);
  await watched.expectNoErrors();
});

test('The tabs are on top on a phone and at the side on a desktop, and nothing overflows @both', async ({
  page,
}) => {
  await enter(page, { 'notification.user': { ...ok, notifications: [shipped] } });
  await page.goto('/profile');
  await expect(page.getByLabel('Full Name')).toBeVisible();
  const bar = await page.getByRole('tablist').boundingBox();
  const content = await panel(page).boundingBox();
  const isDesktop = test.info().project.name === 'desktop';
  if (!bar || !content) throw new Error('Tabs and panel are on screen');
  if (isDesktop) expect(bar.x + bar.width).toBeLessThanOrEqual(content.x);
  else expect(bar.y + bar.height).toBeLessThanOrEqual(content.y);
  await expect(page.getByRole('tablist')).toHaveAttribute(
    'aria-orientation',
    isDesktop ? 'vertical' : 'horizontal',
  );
  expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBeLessThanOrEqual(
    await page.evaluate(() => innerWidth),
  );
});

test('A response within 200 ms shows no spinner, and a slower one causes no layout shift', async ({
  page,
}) => {
  const release = Promise.withResolvers<void>();
  await enter(page, {
    'address.user': async () => {
      await release.promise;
      return { ...ok, addresses: [home] };
    },
  });
  await page.clock.install({ time: new Date('2026-11-20T06:00:00Z') });
  await page.clock.pauseAt(new Date('2026-11-20T06:00:01Z'));
  await page.goto('/profile?tab=addresses');
  const waiting = panel(page).getByRole('status');
  // The mocked clock also controls the idle callbacks that load React's modules.
  await expect
    .poll(
      async () => {
        await page.clock.runFor(1);
        return button(page, 'Add Address').isVisible();
      },
      { intervals: [20] },
    )
    .toBe(true);
  const before = await button(page, 'Add Address').boundingBox();
  await expect(panel(page).locator('.profile-loading')).toHaveCSS('visibility', 'hidden');
  await page.clock.runFor(250);
  await expect(waiting).toBeVisible();
  await expect(waiting).toContainText(profileMessages.loading);
  release.resolve();
  await expect(panel(page)).toContainText('12 MG Road');
  await expect(waiting).toHaveCount(0);
  expect(await button(page, 'Add Address').boundingBox()).toEqual(before);
});

test('Back closes the open dialog and leaves the tab, and messages still appear', async ({ page }) => {
  await enter(page, { 'order.userorders': failed });
  await page.goto('/profile?tab=orders');
  await expect(toast(page, failed.message)).toBeVisible();
  await tab(page, 'Profile').click();
  await button(page, 'Delete my account').click();
  await expect(dialog(page)).toBeVisible();
  await page.goBack();
  await expect(dialog(page)).toHaveCount(0);
  await expect(tab(page, 'Orders')).toHaveAttribute('aria-selected', 'true');
  await expect(toast(page, failed.message)).toBeVisible();
});

test('The keyboard moves over the tabs, each order is a line, and every state is accessible', async ({
  page,
}) => {
  await enter(page, {
    'user.profile': { ...ok, user: { ...asha, pendingEmail: 'new@example.com' } },
    'user.save-profile': failed,
    'order.userorders': { ...ok, orders: ordersInEveryState },
    'address.user': { ...ok, addresses: [home, village] },
    'notification.user': { ...ok, notifications: [shipped, placed] },
  });
  await page.goto('/profile');
  await expect(page.getByLabel('Full Name')).toBeVisible();
  await test.step('the tabs work with arrow keys, Home and End, and Enter selects', async () => {
    await tabTo(page, tab(page, 'Profile'));
    await page.keyboard.press('ArrowRight');
    await expect(tab(page, 'Orders')).toBeFocused();
    await page.keyboard.press('End');
    await expect(tab(page, /^Notifications/)).toBeFocused();
    await page.keyboard.press('ArrowRight');
    await expect(tab(page, 'Profile')).toBeFocused();
    await page.keyboard.press('ArrowUp');
    await page.keyboard.press('ArrowUp');
    await expect(tab(page, 'Addresses')).toBeFocused();
    await page.keyboard.press('Home');
    await page.keyboard.press('ArrowDown');
    await expect(tab(page, 'Profile')).toHaveAttribute('aria-selected', 'true');
    await page.keyboard.press('Enter');
    await expect(tab(page, 'Orders')).toHaveAttribute('aria-selected', 'true');
    await expect(page).toHaveURL('/profile?tab=orders');
    await expect(tab(page, 'Orders')).toBeFocused();
  });

  await test.step('each order is a line with id, day, status, amount, pieces and payment status', async () => {
    await expect(panel(page).getByRole('heading', { name: 'My Orders' })).toBeVisible();
    const line = (short: string) => panel(page).getByRole('listitem').filter({ hasText: short });
    await expect(line('PLCD01')).toContainText('₹5,008.00');
    await expect(line('PLCD01')).toContainText('16 Nov 2026');
    await expect(line('PLCD01')).toContainText('2 pieces');
    await expect(line('PLCD01')).toContainText(/Order Placed\s*Pending/);
    await expect(line('SHIP01')).toContainText('4 pieces');
    await expect(line('SHIP01')).toContainText(/Shipped\s*Paid/);
    await expect(line('FAIL01')).toContainText('Payment Failed');
    await expect(line('FAIL01')).not.toContainText(/Paid|Pending/);
    await expect(line('CNCL01')).toContainText('Cancelled');
    await expect(line('CNCL01')).not.toContainText(/Paid|Pending/);
    await expectAccessible(page, 'orders');
  });

  await tab(page, 'Profile').click();
  await expectAccessible(page, 'details');
  await button(page, 'Edit').click();
  await page.getByLabel('Phone Number').fill('98');
  await button(page, 'Save Changes').click();
  await expect(page.getByLabel('Phone Number')).toHaveAttribute('aria-invalid', 'true');
  await expectAccessible(page, 'details with a wrong field');
  await page.getByLabel('Phone Number').fill('');
  await button(page, 'Save Changes').click();
  await expect(panel(page).getByText(failed.message)).toBeVisible();
  await expectAccessible(page, 'details that were not saved');
  await button(page, 'Delete my account').click();
  await dialog(page).getByRole('button', { name: 'Delete my account' }).click();
  await expect(dialog(page).getByLabel('Email')).toBeFocused();
  await expectAccessible(page, 'the dialog that deletes an account', 'dialog[open]');
  await page.keyboard.press('Escape');
  await expect(dialog(page)).toHaveCount(0);
  await tab(page, 'Addresses').click();
  await expect(panel(page)).toContainText('Kheda Khurd');
  await expectAccessible(page, 'addresses');
  await button(page, 'Add Address').click();
  await page.getByLabel('City').fill('ma');
  await expect(page.getByRole('listbox', { name: 'Cities' })).toBeVisible();
  await expectAccessible(page, 'the form with suggestions');
  await page.getByLabel('Street address').focus();
  await button(page, 'Save Address').click();
  await expect(page.getByLabel('Street address')).toHaveAttribute('aria-invalid', 'true');
  await expect(page.getByLabel('Street address')).toBeFocused();
  await expectAccessible(page, 'the form with wrong fields');
  await panel(page).getByRole('button', { name: 'Delete' }).first().click();
  await expect(dialog(page).getByRole('button', { name: 'Cancel' })).toBeFocused();
  await expectAccessible(page, 'the question before an address goes', 'dialog[open]');
  await page.keyboard.press('Escape');
  await expect(dialog(page)).toHaveCount(0);
  await tab(page, /^Notifications/).click();
  await expect(panel(page)).toContainText(shipped.message);
  await expectAccessible(page, 'notifications');
  await tab(page, 'Orders').click();
  await panel(page).getByRole('listitem').filter({ hasText: 'DLVD01' }).click();
  await expect(page).toHaveURL('/orders');
});

test('A failed load shows a message and a retry; this state and an empty profile are accessible', async ({
  page,
}) => {
  await enter(page, {
    'user.profile': 'nothing',
    'order.userorders': 'nothing',
    'address.user': 'nothing',
    'notification.user': 'nothing',
  });
  await page.goto('/profile');
  await expect(panel(page).getByText(profileMessages.fetchFailed)).toBeVisible();
  await expectAccessible(page, 'a profile that did not load');
  await serve(page, { 'user.profile': { ...ok, user: { ...asha, emailConfirmed: false } } });
  await button(page, 'Try again').click();
  await expect(page.locator('#confirm-email')).toContainText(profileMessages.confirmOwn);
  await expectAccessible(page, 'an email to confirm', '#confirm-email');
  for (const [name, failure, mend, text] of [
    [
      'Orders',
      profileMessages.ordersFailed,
      () => serve(page, { 'order.userorders': { ...ok, orders: [] } }),
      profileMessages.noOrders,
    ],
    [
      'Addresses',
      addressMessages.fetchFailed,
      () => serve(page, { 'address.user': { ...ok, addresses: [] } }),
      addressMessages.none,
    ],
    [
      'Notifications',
      notificationMessages.fetchFailed,
      () => serve(page, { 'notification.user': { ...ok, notifications: [] } }),
      notificationMessages.none,
    ],
  ] as const) {
    await tab(page, name).click();
    await expect(toast(page, failure)).toBeVisible();
    await expect(panel(page).getByText(failure)).toBeVisible();
    await mend();
    await button(page, 'Try again').click();
    await expect(panel(page).getByText(failure)).toHaveCount(0);
    await expect(panel(page)).toContainText(text);
    await expectAccessible(page, `no ${name.toLowerCase()}`);
  }
});
