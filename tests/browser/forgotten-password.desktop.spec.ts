import { expect, type Locator, type Page, test } from 'playwright/test';
import { authMessages, profileMessages } from '../../src/contract/messages/account.ts';
import { expectAccessible } from './support/accessible.ts';
import { newShopper } from './support/api.ts';
import { tabTo } from './support/keyboard.ts';
import { answer } from './support/online-payment.ts';
import { fromOwnAddresses, signIn, stored, toast } from './support/shopper.ts';
import { watch } from './support/watch.ts';

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

async function openForgotten(page: Page): Promise<void> {
  await page.goto('/login');
  await expect(page.getByRole('main').locator('form').getByRole('button', { name: 'Login' })).toBeEnabled();
}

test('Who forgot the password asks for a letter with the e-mail that was typed already', async ({ page }) => {
  const sent = await answer(page, 'user.forgot', { ...ok, message: authMessages.forgotSent });
  await openForgotten(page);
  await email(page).fill('Asha@Example.com ');
  await press(forgot(page));
  await expect(page.getByRole('heading', { level: 1, name: authMessages.forgot })).toBeVisible();
  await expect(email(page)).toBeFocused();
  await expect(email(page)).toHaveValue('Asha@Example.com');
  await press(send(page));
  await expect(page.getByRole('status').filter({ hasText: authMessages.forgotSent })).toBeVisible();
  expect(sent).toEqual([{ email: 'asha@example.com' }]);

  await email(page).fill('ravi@example.com');
  await press(page.getByRole('button', { name: authMessages.backToLogin }));
  await expect(forgot(page)).toBeFocused();
  await expect(email(page)).toHaveValue('ravi@example.com');
});

test('With the keyboard alone: a wrong e-mail, a busy server, a lost network and then the letter', async ({
  page,
}) => {
  let said: 'many' | 'lost' | 'sent' = 'many';
  await answer(page, 'user.forgot', () => {
    if (said === 'lost') return 'nothing';
    return said === 'many' ? tooMany : { ...ok, message: authMessages.forgotSent };
  });
  const { keyboard } = page;
  await openForgotten(page);
  await tabTo(page, forgot(page));
  await keyboard.press('Enter');
  await expect(email(page)).toBeFocused();
  // A form whose button is not awake yet is not sent by Enter.
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
});

test('The link in the letter leads to a new password; its token is not in the address bar', async ({
  page,
}) => {
  const { expectNothingWrong } = await watch(page);
  const sent = await answer(page, 'user.reset', { ...ok, message: authMessages.resetDone });
  await page.goto('/reset-password#token=t0ken-of-the-letter');
  await expect(page).toHaveURL('/reset-password');
  await expect(password(page)).toHaveAccessibleDescription(authMessages.passwordLength);
  await expect(password(page)).toHaveAttribute('autocomplete', 'new-password');
  await expect(save(page)).toBeEnabled();

  // A reload does not lose it.
  await page.reload();
  await expect(save(page)).toBeEnabled();
  await password(page).fill('short');
  await press(save(page));
  await expect(password(page)).toBeFocused();
  await expect(password(page)).toHaveAttribute('aria-invalid', 'true');
  await expect(password(page)).toHaveAccessibleDescription(authMessages.passwordLength);
  await press(page.getByRole('button', { name: 'Show password' }));
  await expect(password(page)).toHaveAttribute('type', 'text');
  await password(page).fill('correct horse');
  expect(sent).toEqual([]);
  await press(save(page));
  await expect(page).toHaveURL('/login');
  await expect(toast(page, authMessages.resetDone)).toBeVisible();
  expect(sent).toEqual([{ token: 't0ken-of-the-letter', password: 'correct horse' }]);
  expect(await page.evaluate(() => JSON.stringify(sessionStorage))).not.toContain('t0ken');
  await page.goBack().catch(() => null);
  await expect(page).not.toHaveURL(/token/);
  await expectNothingWrong();
});

test('The link about a new e-mail confirms it once; this device knows it then', async ({ page, request }) => {
  const shopper = await newShopper(request);
  const sent = await answer(page, 'user.confirm-email', {
    ...ok,
    email: 'new@example.com',
    message: profileMessages.emailConfirmed,
  });
  await signIn(page, shopper);
  await page.goto('/confirm-email#token=abc');
  await expect(page).toHaveURL('/confirm-email');
  await expect(page.getByRole('status').filter({ hasText: profileMessages.emailConfirmed })).toBeVisible();
  await expect(page.getByRole('main').getByRole('link')).toHaveAttribute('href', '/profile');
  await expect.poll(() => stored(page, 'userEmail')).toBe('new@example.com');
  await page.reload();
  await expect(page.getByText(profileMessages.emailConfirmed)).toBeVisible();
  expect(sent).toEqual([{ token: 'abc' }]);
});

test('Every state of the way to a new password is accessible', async ({ page, request }) => {
  test.slow();
  await answer(page, 'user.forgot', { ...ok, message: authMessages.forgotSent });
  await answer(page, 'user.reset', ended);
  await answer(page, 'user.confirm-email', 'nothing');
  await openForgotten(page);
  await press(forgot(page));
  await email(page).fill('asha@example.com');
  await press(send(page));
  await expect(page.getByText(authMessages.forgotSent)).toBeVisible();
  await expectAccessible(page, 'with the letter on its way');
  await page.goto('/reset-password#token=abc');
  await expect(save(page)).toBeEnabled();
  await password(page).fill('correct horse');
  await press(save(page));
  await expect(alert(page, authMessages.resetEnded)).toBeFocused();
  await expectAccessible(page, 'with a link that has ended');
  await signIn(page, await newShopper(request));
  await page.goto('/confirm-email#token=abc');
  await expect(page.getByRole('button', { name: authMessages.tryAgain })).toBeVisible();
  await expectAccessible(page, 'with an e-mail that could not be confirmed');
});
