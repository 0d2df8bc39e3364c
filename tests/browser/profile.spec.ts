import { readFile } from 'node:fs/promises';
import { expect, type Page } from 'playwright/test';
import { addressMessages, fieldMessages } from '../../src/contract/messages/address.ts';
import { notificationMessages, profileMessages } from '../../src/contract/messages/account.ts';
import type { WireUser } from '../../src/contract/calls/user.ts';
import { lengthLimits } from '../../src/domain/text-limits.ts';
import { passwordLength } from '../../src/domain/user.ts';
import { newShopper, placeOrder } from './support/api.ts';
import { tabTo } from './support/keyboard.ts';
import { asha, enter } from './support/mocked-account.ts';
import { openShopperSession, fromOwnAddresses, signIn, toast } from './support/shopper.ts';
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

test('In the real shop a shopper saves details, reads notifications and exports data, but an open order blocks deletion', async ({
  page,
  request,
}) => {
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

  // The order is not delivered yet, so the account cannot be deleted.
  await button(page, 'Delete my account').click();
  await dialog(page).getByLabel('Email').fill(shopper.email);
  await dialog(page).getByLabel('Password').fill(shopper.password);
  await dialog(page).getByRole('button', { name: 'Delete my account' }).click();
  await expect(dialog(page).getByRole('alert')).toHaveText(profileMessages.deleteBusy.coming(short));
  await watched.expectNoErrors();
});

test('In the real shop an account is deleted, and its password no longer works', async ({
  page,
  request,
}) => {
  const shopper = await openShopperSession(page);
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

test('Details are read-only until Edit; an invalid field gets the focus, Cancel and Save Changes return it to Edit, and so does the dialog that deletes an account to its button', async ({
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
    'user.delete': failed,
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

  await test.step('the dialog that deletes an account takes and returns the focus, and requires the email', async () => {
    await tabTo(page, button(page, 'Delete my account'));
    await page.keyboard.press('Enter');
    const email = dialog(page).getByLabel('Email');
    await expect(email).toBeFocused();
    await expect(dialog(page)).toContainText(profileMessages.deleteWarning);

    // The focus stays in the dialog, and Escape returns it to the button that opened the dialog.
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

    // Both fields say how much fits, and are empty when the dialog opens again.
    const password = dialog(page).getByLabel('Password');
    for (const [field, most] of [
      [email, lengthLimits.email],
      [password, passwordLength.max],
    ] as const) {
      await field.fill('x'.repeat(most - 1));
      await expect(field).toHaveAccessibleDescription(fieldMessages.roomLeft(1));
      await field.pressSequentially('yz');
      await expect(field).toHaveValue(/xy$/);
    }
    await page.keyboard.press('Escape');
    await button(page, 'Delete my account').click();
    await expect(password).not.toHaveAccessibleDescription(/left/);
  });
});
