import { readFile } from 'node:fs/promises';
import { expect, type Page, test } from 'playwright/test';
import { addressMessages, fieldMessages } from '../../src/contract/messages/address.ts';
import { notificationMessages, profileMessages } from '../../src/contract/messages/account.ts';
import type { WireNotification } from '../../src/contract/calls/notification.ts';
import type { WireUser } from '../../src/contract/calls/user.ts';
import { expectAccessible } from './support/accessible.ts';
import { newShopper, placeOrder } from './support/api.ts';
import { expectFocusKept, tabTo } from './support/keyboard.ts';
import { ordersInEveryState, wireOrder } from './support/online-payment.ts';
import { asha, enter, home, placed, serve, shipped, village } from './support/own-corner.ts';
import { comeIn, fromOwnAddresses, signIn, toast } from './support/shopper.ts';
import { watch } from './support/watch.ts';

fromOwnAddresses();
// The longest files would hold one worker while the others have nothing left to do.
test.describe.configure({ mode: 'parallel' });

const ok = { success: true } as const;
const failed = { success: false, code: 'failed', message: 'The shop is being mended.' } as const;

const tab = (page: Page, name: RegExp | string) => page.getByRole('tab', { name });
const panel = (page: Page) => page.getByRole('tabpanel');
const button = (page: Page, name: string) => panel(page).getByRole('button', { name, exact: true });
const dialog = (page: Page) => page.getByRole('dialog');

/** A list that the server keeps, so that what is changed is there when it is read again. */
function keeps<Thing extends { _id: string }>(...things: Thing[]) {
  return { things };
}

test('In the real shop a shopper keeps details and an address, reads what came, takes the data and leaves', async ({
  page,
  request,
}) => {
  test.slow();
  const watched = await watch(page, { '/api/user/delete': 400 });
  const shopper = await newShopper(request);
  const orderId = await placeOrder(request, shopper, {
    productId: 'warp-oversized-tee',
    size: 'M',
    quantity: 1,
  });
  const short = orderId.slice(-6);
  await signIn(page, shopper);
  await page.goto('/profile');
  await button(page, 'Edit').click();
  await page.getByLabel('Phone Number').fill('9876543210');
  await page.getByLabel('Gender').selectOption('Other');
  await button(page, 'Save Changes').click();
  await expect(toast(page, profileMessages.updated)).toBeVisible();
  await page.reload();
  await expect(page.getByLabel('Phone Number')).toHaveValue('+91 98765 43210');

  await tab(page, 'Orders').click();
  await expect(panel(page).getByRole('listitem').filter({ hasText: short })).toContainText('Pending');

  await tab(page, 'Addresses').click();
  await button(page, 'Add Address').click();
  const form = page.getByRole('form', { name: 'Add New Address' });
  await form.getByLabel('Street address').fill('12 MG Road');
  await form.getByLabel('City').fill('beng');
  const cities = form.getByRole('listbox', { name: 'Cities' }).getByRole('option');
  await cities.filter({ hasText: 'Bengaluru' }).tap();
  await expect(form.getByLabel('State')).toHaveValue('Karnataka');
  await expect(form.getByLabel('State')).not.toBeEditable();
  await expect(form.getByLabel('Country')).toHaveValue('India');
  await expect(form.getByLabel('Country')).not.toBeEditable();
  await form.getByLabel('PIN code').fill('560 001 9');
  await expect(form.getByLabel('PIN code')).toHaveValue('560001');
  await form.getByLabel('Phone').fill('+91 98765 43210');
  await expect(form.getByLabel('Phone')).toHaveValue('9876543210');
  await form.getByLabel(addressMessages.makeDefault).check();
  await form.getByRole('button', { name: 'Save Address' }).tap();
  await expect(toast(page, addressMessages.added)).toBeVisible();
  await expect(form).toHaveCount(0);
  await expect(button(page, 'Add Address')).toBeFocused();
  await expect(panel(page).getByRole('listitem')).toContainText(
    /Address\s*Default\s*12 MG Road\s*Bengaluru, Karnataka 560001\s*\+91 98765 43210/,
  );
  await panel(page).getByRole('button', { name: 'Edit' }).click();
  await page.getByLabel('Street address').fill('14 MG Road');
  await button(page, 'Save Changes').click();
  await expect(toast(page, addressMessages.updated)).toBeVisible();
  await expect(panel(page).getByRole('listitem')).toContainText('14 MG Road');

  await tab(page, /^Notifications/).click();
  const news = panel(page).getByRole('listitem').filter({ hasText: short });
  await news.getByRole('button', { name: notificationMessages.markAsRead }).click();
  await expect(toast(page, notificationMessages.read)).toBeVisible();
  await expect(news.getByRole('button')).toHaveCount(0);

  await tab(page, 'Profile').click();
  const download = page.waitForEvent('download');
  await button(page, 'Download my data').click();
  const file = await download;
  expect(file.suggestedFilename()).toBe('my-data.json');
  const data = await readFile(await file.path(), 'utf8');
  for (const kept of [shopper.email, '14 MG Road', orderId]) expect(data).toContain(kept);

  // The order is on its way, so the account stays.
  await button(page, 'Delete my account').click();
  await dialog(page).getByLabel('Email').fill(shopper.email);
  await dialog(page).getByLabel('Password').fill(shopper.password);
  await dialog(page).getByRole('button', { name: 'Delete my account' }).click();
  await expect(dialog(page).getByRole('alert')).toHaveText(profileMessages.deleteBusy);
  await watched.expectNothingWrong();
});

test('In the real shop an account is deleted, and its password opens nothing any more', async ({
  page,
  request,
}) => {
  const shopper = await comeIn(page);
  await page.goto('/profile');
  await button(page, 'Delete my account').click();
  await dialog(page).getByLabel('Email').fill(shopper.email);
  await dialog(page).getByLabel('Password').fill(`${shopper.password}?`);
  await dialog(page).getByRole('button', { name: 'Delete my account' }).click();
  await expect(dialog(page).getByRole('alert')).toHaveText(profileMessages.deleteWrong);
  await dialog(page).getByLabel('Password').fill(shopper.password);
  await dialog(page).getByRole('button', { name: 'Delete my account' }).click();
  await expect(page).toHaveURL('/');
  await expect(toast(page, profileMessages.deleted)).toBeVisible();
  const { email, password } = shopper;
  const login = await request.post('/api/user/login', { data: { email, password } });
  expect(await login.json()).toMatchObject({ success: false });
});

test('Each tab has an address that can be shared, reloads when it is selected, and Back leads back', async ({
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
  // What was loaded before is shown at once.
  await expect.poll(() => sent['order.userorders']?.length).toBe(2);
  await tab(page, 'Orders').click();
  await expect.poll(() => sent['order.userorders']?.length).toBe(3);
  await watched.expectNothingWrong();
});

test('The tabs are worked with arrow keys, Home and End; Enter selects', async ({ page }) => {
  await enter(page);
  await page.goto('/profile');
  await expect(page.getByLabel('Full Name')).toBeVisible();
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

test('The tabs stand on top on a phone and at the side on a desktop, and nothing runs over the edge @both', async ({
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

test('Nothing spins for an answer that comes within 200 ms, and nothing moves for one that takes longer', async ({
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
  // React's modules come one by one when the browser is idle, which the clock decides as well.
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

test('Details are read-only until Edit; a wrong one has the focus, and Cancel and Save Changes lead back to Edit', async ({
  page,
}) => {
  const kept = { user: asha };
  const sent = await enter(page, {
    'user.profile': () => ({ ...ok, user: kept.user }),
    'user.save-profile': (request) => {
      kept.user = {
        ...kept.user,
        ...(request.postDataJSON() as Partial<WireUser>),
        updatedAt: Date.UTC(2026, 10, 20),
      };
      return { ...ok, user: kept.user, message: profileMessages.updated };
    },
  });
  await page.goto('/profile');
  const name = page.getByLabel('Full Name');
  const phone = page.getByLabel('Phone Number');
  await expect(name).toHaveValue('Asha Rao');
  await expect(name).not.toBeEditable();
  await expect(phone).toHaveValue('+91 98765 43210');
  await expect(page.getByLabel('Date of Birth')).toHaveValue('30 May 2001');
  await expect(page.getByLabel('Gender')).toHaveValue('Female');
  // 20:00 UTC is the next day in India.
  await expect(panel(page)).toContainText(/Member Since\s*3 Oct 2026/);
  await expect(panel(page)).toContainText(/Last Updated\s*16 Nov 2026/);

  await tabTo(page, button(page, 'Edit'));
  await page.keyboard.press('Enter');
  await expect(name).toBeFocused();
  await page.keyboard.press('End');
  await page.keyboard.type(' Iyer');
  await expect(name).toHaveValue('Asha Rao Iyer');
  await tabTo(page, button(page, 'Cancel'));
  await page.keyboard.press('Enter');
  await expect(name).toHaveValue('Asha Rao');
  await expect(button(page, 'Edit')).toBeFocused();

  await button(page, 'Edit').click();
  await name.fill('Asha Iyer');
  await page.getByLabel('Email Address').fill('asha@');
  await phone.fill('98765');
  await button(page, 'Save Changes').click();
  await expect(page.getByLabel('Email Address')).toBeFocused();
  await expect(page.getByLabel('Email Address')).toHaveAccessibleDescription(fieldMessages.email);
  await expect(page.getByLabel('Email Address')).toHaveAttribute('aria-invalid', 'true');
  await expect(phone).toHaveAccessibleDescription(fieldMessages.phone);
  expect(sent['user.save-profile']).toEqual([]);

  await page.getByLabel('Email Address').fill(asha.email);
  await phone.fill('090000 00001');
  await page.getByLabel('Date of Birth').fill('2000-02-29');
  await expect(page.getByLabel('Gender').locator('option')).toHaveText([
    'Select Gender',
    'Male',
    'Female',
    'Other',
    'Prefer not to say',
  ]);
  await page.getByLabel('Gender').selectOption('Prefer not to say');
  await button(page, 'Save Changes').click();
  await expect(toast(page, profileMessages.updated)).toBeVisible();
  await expect(name).not.toBeEditable();
  await expect(name).toHaveValue('Asha Iyer');
  await expect(page.getByLabel('Gender')).toHaveValue('Prefer not to say');
  await expect(panel(page)).toContainText(/Last Updated\s*20 Nov 2026/);
  await expect(button(page, 'Edit')).toBeFocused();
  expect(sent['user.save-profile']).toMatchObject([
    { phone: '919000000001', dateOfBirth: '2000-02-29', gender: 'prefer-not-to-say' },
  ]);
});

test('The dialog that deletes an account takes the focus, gives it back and asks for the e-mail first', async ({
  page,
}) => {
  const sent = await enter(page, { 'user.delete': failed });
  await page.goto('/profile');
  await tabTo(page, button(page, 'Delete my account'));
  await page.keyboard.press('Enter');
  const email = dialog(page).getByLabel('Email');
  await expect(email).toBeFocused();
  await expect(dialog(page)).toContainText(profileMessages.deleteWarning);

  // Nothing but the dialog can be reached, and Escape leaves it for where it was opened.
  await page.keyboard.press('Escape');
  await expect(dialog(page)).toHaveCount(0);
  await expect(button(page, 'Delete my account')).toBeFocused();
  await page.keyboard.press('Enter');
  await expect(email).toBeFocused();
  await expect(email).toHaveValue('');

  await page.keyboard.press('Enter');
  await expect(email).toHaveAccessibleDescription(fieldMessages.email);
  await expect(email).toBeFocused();
  expect(sent['user.delete']).toEqual([]);
});

test('Back while the dialog is open leaves dialog and tab, and messages are still shown', async ({
  page,
}) => {
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

test('Each order is a line with id, day, status, amount, pieces and whether it is paid', async ({ page }) => {
  await enter(page, { 'order.userorders': { ...ok, orders: ordersInEveryState } });
  await page.goto('/profile?tab=orders');
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
  await line('DLVD01').click();
  await expect(page).toHaveURL('/orders');
});

test('An address is edited where it stands; Cancel leaves it, and the keyboard goes on from Edit', async ({
  page,
}) => {
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
});

test('An address is deleted after a question, by keyboard; Cancel has the focus first', async ({ page }) => {
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

test('A question that is left and asked again at once stays on the screen', async ({ page }) => {
  await enter(page, { 'address.user': { ...ok, addresses: [home] } });
  await page.goto('/profile?tab=addresses');
  await button(page, 'Delete').click();
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
    // Before the browser has told that it closed.
    again.click();
    await told;
    await new Promise((drawn) => requestAnimationFrame(() => requestAnimationFrame(drawn)));
  });
  await expect(cancel).toBeFocused();
});

test('Unread notifications are highlighted, counted on tab and icon, and read one by one or by one tap', async ({
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

test('axe finds nothing wrong with any state of the profile', async ({ page }) => {
  test.slow();
  await enter(page, {
    'user.profile': { ...ok, user: { ...asha, pendingEmail: 'new@example.com' } },
    'user.save-profile': failed,
    'order.userorders': { ...ok, orders: ordersInEveryState },
    'address.user': { ...ok, addresses: [home, village] },
    'notification.user': { ...ok, notifications: [shipped, placed] },
  });
  await page.goto('/profile');
  await expect(page.getByLabel('Full Name')).toBeVisible();
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
  await expectAccessible(page, 'the dialog that deletes an account');
  await page.keyboard.press('Escape');
  await expect(dialog(page)).toHaveCount(0);
  await tab(page, 'Orders').click();
  await expect(panel(page)).toContainText('SHIP01');
  await expectAccessible(page, 'orders');
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
  await expectAccessible(page, 'the question before an address goes');
  await page.keyboard.press('Escape');
  await expect(dialog(page)).toHaveCount(0);
  await tab(page, /^Notifications/).click();
  await expect(panel(page)).toContainText(shipped.message);
  await expectAccessible(page, 'notifications');
});

test('What does not load says so, can be asked for again, and is accessible, and so is an empty profile', async ({
  page,
}) => {
  test.slow();
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
  await expectAccessible(page, 'an e-mail to confirm', '#confirm-email');
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
