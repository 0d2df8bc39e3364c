import { expect, type Locator, type Page } from 'playwright/test';
import { authMessages } from '../../src/contract/messages/account.ts';
import { expectAccessible } from './support/accessible.ts';
import { tabTo } from './support/keyboard.ts';
import { answer } from './support/online-payment.ts';
import { openShopperSession, fromOwnAddresses, toast } from './support/shopper.ts';
import { test } from './support/test.ts';

fromOwnAddresses();

const ok = { success: true } as const;
const tooMany = {
  success: false,
  code: 'too-many',
  message: 'Too many tries. Please wait a minute.',
} as const;
const ended = { success: false, code: 'invalid', message: authMessages.resetEnded } as const;

const press = (control: Locator) => control.click();
const forgot = (page: Page) => page.getByRole('button', { name: authMessages.forgot });
const send = (page: Page) => page.getByRole('button', { name: authMessages.sendLink });
const save = (page: Page) => page.getByRole('button', { name: authMessages.savePassword });
const email = (page: Page) => page.getByRole('textbox', { name: 'Email' });
const password = (page: Page) => page.getByLabel(authMessages.newPassword);
const alert = (page: Page, text: string) => page.getByRole('main').getByText(text);

test('The keyboard alone gets the reset link after an invalid email, a busy server and a network failure', async ({
  page,
}) => {
  let said: 'many' | 'lost' | 'sent' = 'many';
  await answer(page, 'user.forgot', () => {
    if (said === 'lost') return 'nothing';
    return said === 'many' ? tooMany : { ...ok, message: authMessages.forgotSent };
  });
  const { keyboard } = page;
  await page.goto('/login');
  await expect(page.getByRole('main').locator('form').getByRole('button', { name: 'Login' })).toBeEnabled();
  await tabTo(page, forgot(page));
  await keyboard.press('Enter');
  await expect(email(page)).toBeFocused();
  // Enter does not submit a form while its button is disabled.
  await expect(send(page)).toBeEnabled();
  await keyboard.type('asha');
  await keyboard.press('Enter');
  await expect(email(page)).toBeFocused();
  await expect(email(page)).toHaveAttribute('aria-invalid', 'true');
  await expect(email(page)).toHaveAccessibleDescription(/Enter an email address/);
  await keyboard.type('@example.com');
  await expect(email(page)).toHaveAttribute('aria-invalid', 'false');
  await keyboard.press('Enter');
  await expect(alert(page, tooMany.message)).toBeVisible();
  await expect(toast(page, tooMany.message)).toBeVisible();
  said = 'lost';
  await keyboard.press('Enter');
  await expect(alert(page, 'No response from server')).toBeVisible();
  await expect(email(page)).toHaveValue('asha@example.com');
  said = 'sent';
  await tabTo(page, send(page));
  await keyboard.press('Enter');
  await expect(page.getByText(authMessages.forgotSent)).toBeVisible();
  await expect(send(page)).toBeFocused();
  await expectAccessible(page, 'with the email on its way');
  await tabTo(page, page.getByRole('button', { name: authMessages.backToLogin }));
  await keyboard.press('Enter');
  await expect(forgot(page)).toBeFocused();
  await expect(email(page)).toHaveValue('asha@example.com');
});

test('Every state of the links for a new password and an email is accessible', async ({ page }) => {
  await answer(page, 'user.reset', ended);
  await answer(page, 'user.confirm-email', 'nothing');
  await page.goto('/reset-password#token=abc');
  await expect(save(page)).toBeEnabled();
  await expect(password(page)).toHaveAttribute('autocomplete', 'new-password');
  await password(page).fill('short');
  await press(save(page));
  await expect(password(page)).toBeFocused();
  await expect(password(page)).toHaveAttribute('aria-invalid', 'true');
  await expect(password(page)).toHaveAccessibleDescription(authMessages.passwordLength);
  await press(page.getByRole('button', { name: 'Show password' }));
  await expect(password(page)).toHaveAttribute('type', 'text');
  await password(page).fill('correct horse');
  await press(save(page));
  await expect(alert(page, authMessages.resetEnded)).toBeFocused();
  await expectAccessible(page, 'with a link that has ended');
  await openShopperSession(page);
  await page.goto('/confirm-email#token=abc');
  await expect(page.getByRole('button', { name: authMessages.tryAgain })).toBeVisible();
  await expectAccessible(page, 'with an email that could not be confirmed');
});
