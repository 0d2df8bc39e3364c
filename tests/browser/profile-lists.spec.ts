import { expect, type Page } from 'playwright/test';
import { addressMessages } from '../../src/contract/messages/address.ts';
import { notificationMessages } from '../../src/contract/messages/account.ts';
import type { WireNotification } from '../../src/contract/calls/notification.ts';
import { expectFocusKept, tabTo } from './support/keyboard.ts';
import { enter, home, placed, shipped, village } from './support/mocked-account.ts';
import { fromOwnAddresses, toast } from './support/shopper.ts';
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

/** A stateful list of the mocked server, so a later read returns the changes. */
function keeps<Thing extends { _id: string }>(...things: Thing[]) {
  return { things };
}

test('An address is edited in place; Cancel keeps it and returns the focus to Edit', async ({ page }) => {
  const addresses = [home, village];
  const sent = await enter(page, { 'address.user': { ...ok, addresses }, 'address.edit': failed });
  await page.goto('/profile?tab=addresses');
  const edit = panel(page).getByRole('button', { name: 'Edit' }).nth(1);
  await tabTo(page, edit);
  await page.keyboard.press('Enter');
  const form = page.getByRole('form', { name: 'Edit Address' });
  await expect(form.getByLabel('Label (optional)')).toBeFocused();
  await expect(form.getByLabel('Street address')).toHaveValue(village.address);
  await expect(form.getByLabel('State')).toHaveValue('Haryana');
  await tabTo(page, form.getByRole('button', { name: 'Cancel' }));
  await page.keyboard.press('Enter');
  await expect(form).toHaveCount(0);
  await expect(edit).toBeFocused();
  expect(sent['address.edit']).toEqual([]);

  await test.step('a confirmation that is closed and reopened at once stays open', async () => {
    await button(page, 'Delete').first().click();
    const cancel = dialog(page).getByRole('button', { name: 'Cancel' });
    await expect(cancel).toBeFocused();
    await cancel.evaluate(async (pressed: HTMLElement) => {
      const question = pressed.closest('dialog');
      const again = document.querySelector<HTMLElement>('[role="tabpanel"] li [aria-haspopup="dialog"]');
      if (!question || !again) throw new Error('The question and what asks it are on the screen');
      const told = new Promise((resolve) => question.addEventListener('close', resolve, { once: true }));
      const left = new Promise((resolve) =>
        new MutationObserver(resolve).observe(question, { attributes: true }),
      );
      pressed.click();
      await left;
      // Reopens before the close event.
      again.click();
      await told;
      await new Promise((drawn) => requestAnimationFrame(() => requestAnimationFrame(drawn)));
    });
    await expect(cancel).toBeFocused();
  });
});

test('The keyboard deletes an address after a confirmation, whose focus starts on Cancel', async ({
  page,
}) => {
  const kept = keeps(home, village);
  const sent = await enter(page, {
    'address.user': () => ({ ...ok, addresses: kept.things }),
    'address.delete': (request) => {
      const { addressId } = request.postDataJSON();
      kept.things = kept.things.filter(({ _id }) => _id !== addressId);
      return { ...ok, message: addressMessages.deleted };
    },
  });
  await page.goto('/profile?tab=addresses');
  const remove = panel(page)
    .getByRole('listitem')
    .filter({ hasText: 'Home' })
    .getByRole('button', { name: 'Delete' });
  const cancel = dialog(page).getByRole('button', { name: 'Cancel' });
  await tabTo(page, remove);
  await page.keyboard.press('Enter');
  await expect(page.getByRole('dialog', { name: addressMessages.deleteQuestion })).toContainText(
    '12 MG Road',
  );
  await expect(cancel).toBeFocused();
  await page.keyboard.press('Enter');
  await expect(dialog(page)).toHaveCount(0);
  await expect(remove).toBeFocused();
  await page.keyboard.press('Enter');
  await expect(cancel).toBeFocused();
  await page.keyboard.press('Escape');
  await expect(remove).toBeFocused();
  expect(sent['address.delete']).toEqual([]);

  await page.keyboard.press('Enter');
  await expect(cancel).toBeFocused();
  await page.keyboard.press('Tab');
  await page.keyboard.press('Enter');
  await expect(toast(page, addressMessages.deleted)).toBeVisible();
  await expect(panel(page).getByRole('listitem')).toHaveCount(1);
  await expect(dialog(page)).toHaveCount(0);
  await expectFocusKept(page, 'after the address has gone');
  expect(sent['address.delete']).toEqual([{ addressId: 'home1' }]);
});

test('Unread notifications are highlighted, counted on tab and icon, and marked read singly or all at once', async ({
  page,
}) => {
  const late = { ...placed, _id: 'news3', read: false };
  const kept = keeps<WireNotification>(shipped, placed, late);
  const sent = await enter(page, {
    'notification.user': () => ({ ...ok, notifications: kept.things }),
    'notification.read': (request) => {
      const ids = [request.postDataJSON().notificationId].flat();
      kept.things = kept.things.map((one) => (ids.includes(one._id) ? { ...one, read: true } : one));
      return { ...ok, message: notificationMessages.read };
    },
  });
  await page.goto('/about');
  const icon = page.getByRole('banner').getByRole('link', { name: /^My profile/ });
  await expect(icon).toHaveAccessibleName('My profile, 2 unread');
  await icon.click();
  await expect(tab(page, 'Profile')).toHaveAttribute('aria-selected', 'true');
  await expect(tab(page, 'Notifications 2 unread')).toBeVisible();
  await tab(page, /^Notifications/).click();
  const lines = panel(page).getByRole('listitem');
  await expect(lines).toHaveCount(3);
  await expect(lines.first()).toContainText('Order');
  await expect(lines.first()).toContainText(shipped.message);
  // 20:05 UTC is the next day in India.
  await expect(lines.first()).toContainText(/18 Nov 2026, 1:35\s?am/);
  await expect(lines.nth(1).getByRole('button')).toHaveCount(0);
  const colour = (line: number) =>
    lines.nth(line).evaluate((element) => getComputedStyle(element).backgroundColor);
  expect(await colour(0)).not.toBe(await colour(1));

  const read = panel(page).getByRole('button', { name: notificationMessages.markAsRead, exact: true });
  await tabTo(page, read.first());
  await page.keyboard.press('Enter');
  await expect(toast(page, notificationMessages.read)).toBeVisible();
  await expect(read).toHaveCount(1);
  await expectFocusKept(page, 'after the notification is read');
  await expect(icon).toHaveAccessibleName('My profile, 1 unread');

  kept.things = [shipped, placed, late];
  await tab(page, /^Notifications/).click();
  await tabTo(page, button(page, notificationMessages.markAllAsRead));
  await page.keyboard.press('Enter');
  await expect(toast(page, notificationMessages.allRead)).toBeVisible();
  await expect(panel(page).getByRole('button')).toHaveCount(0);
  await expectFocusKept(page, 'after all are read');
  await expect(tab(page, 'Notifications')).toHaveAccessibleName('Notifications');
  await expect(icon).toHaveAccessibleName('My profile');
  expect(sent['notification.read']).toEqual([
    { notificationId: shipped._id },
    { notificationId: [shipped._id, late._id] },
  ]);
});
