import { type APIRequestContext, expect } from 'playwright/test';
import { authMessages, profileMessages } from '../../src/contract/messages/account.ts';
import { call, newCredentials, newShopper } from './support/api.ts';
import { findInEmail, emailsTo, pageOf } from './support/outbox.ts';
import { openShopperSession, logIn, fromOwnAddresses, signIn, stored, toast } from './support/shopper.ts';
import { test } from './support/test.ts';

/**
 * Accounts from end to end: the shop's pages and functions, the local stand-in for Google with its own window and keys,
 * and emails as delivered. The test mocks no response.
 */
fromOwnAddresses();

/** The link to this page in the newest email. */
const linkIn = async (request: APIRequestContext, to: string, page: string) =>
  pageOf(await findInEmail(request, to, new RegExp(`http\\S+${page}#\\S+`)));

test('Google creates an account, but does not take over a confirmed account with a password', async ({
  page,
  request,
}) => {
  const { email } = newCredentials();
  await page.goto('/login');
  const button = page.frameLocator('iframe[title="Sign in with Google Button"]').getByRole('button');
  const chooseAccount = async (as: string) => {
    await expect(button).toBeVisible();
    // Google's pages show their buttons before their scripts handle clicks.
    await page.frame({ url: /\/gsi\/button/ })?.waitForLoadState();
    const [popup] = await Promise.all([page.waitForEvent('popup'), button.click()]);
    await popup.waitForLoadState();
    await popup.getByLabel('Email', { exact: true }).fill(as);
    await popup.getByLabel('Name', { exact: true }).fill('Asha Rao');
    // The window may close itself before the click resolves.
    const closed = popup.waitForEvent('close');
    await Promise.race([closed, popup.getByRole('button', { name: 'Continue' }).last().click()]);
    await closed;
  };
  const { email: taken, token: owner } = await newShopper(request);
  const [, link = ''] = (await linkIn(request, taken, '/confirm-email')).split('#token=');
  await call(request, 'user.confirm-email', { token: link }, owner);
  await chooseAccount(taken);
  await expect(page.getByRole('main').getByText(authMessages.googleTaken)).toBeVisible();
  expect(await stored(page, 'token')).toBeNull();

  await chooseAccount(email);
  await expect(page).toHaveURL('/');
  await expect(toast(page, authMessages.googleWelcome)).toBeVisible();
  expect(await stored(page, 'userEmail')).toBe(email);
});

test('The emailed link resets a password once and ends every session', async ({ page, context, request }) => {
  const shopper = await newShopper(request);
  await page.goto('/login');
  await page.getByLabel('Email').fill(shopper.email);
  await page.getByRole('button', { name: 'Forgot your password?' }).click();
  await page.getByRole('button', { name: /send/i }).click();
  await expect(page.getByRole('main').getByText(authMessages.forgotSent)).toBeVisible();

  const link = await linkIn(request, shopper.email, '/reset-password');
  await page.goto(link);
  await expect(page).toHaveURL('/reset-password');
  const { password } = newCredentials();
  await page
    .getByLabel(/password/i)
    .first()
    .fill(password);
  await page
    .getByRole('main')
    .locator('form')
    .getByRole('button', { name: /password/i })
    .last()
    .click();
  await expect(page).toHaveURL('/login');

  const other = await context.newPage();
  await signIn(other, shopper);
  await other.goto('/cart');
  await expect(other).toHaveURL('/login');
  expect(await stored(other, 'token')).toBeNull();
  await other.goto(link);
  await other
    .getByLabel(/password/i)
    .first()
    .fill(`${password}-again`);
  await other
    .getByRole('main')
    .locator('form')
    .getByRole('button', { name: /password/i })
    .last()
    .click();
  await expect(other.getByText(authMessages.resetEnded).first()).toBeVisible();

  await page.goto('/login');
  await logIn(page, shopper.email, shopper.password);
  await expect(page.getByRole('main').getByText(authMessages.wrongPair)).toBeVisible();
  await logIn(page, shopper.email, password);
  await expect(page).toHaveURL('/');
});

test('The emailed link confirms a sign-up, here or after a login on another device, and then a new email, which becomes the login', async ({
  page,
  request,
}) => {
  const shopper = await openShopperSession(page);
  await page.goto('/profile');
  await expect(page.getByText(profileMessages.confirmOwn)).toBeVisible();
  await page.getByRole('button', { name: profileMessages.confirmAgain }).click();
  await expect(toast(page, profileMessages.confirmAsked(shopper.email))).toBeVisible();
  await expect.poll(async () => (await emailsTo(request, shopper.email)).length).toBe(2);
  const link = await linkIn(request, shopper.email, '/confirm-email');

  const device = await page.context().browser()?.newContext();
  const other = await device?.newPage();
  await other?.goto(new URL(link, page.url()).href);
  await expect(other?.getByText(authMessages.confirmAfterLogin) ?? page.locator('nothing')).toBeVisible();
  await device?.close();

  await page.goto(link);
  await expect(page.getByText(profileMessages.emailConfirmed).first()).toBeVisible();
  await page.goto('/profile');
  await expect(page.getByLabel('Email Address')).toHaveValue(shopper.email);
  await expect(page.getByText(profileMessages.confirmOwn)).toHaveCount(0);

  const { email: next } = newCredentials();
  await page.getByRole('button', { name: 'Edit' }).click();
  await page.getByLabel('Email Address').fill(next);
  await page.getByRole('button', { name: 'Save Changes' }).click();
  await expect(page.getByText(next).first()).toBeVisible();
  expect(await stored(page, 'userEmail')).toBe(shopper.email);

  await page.goto(await linkIn(request, next, '/confirm-email'));
  await expect(page.getByText(profileMessages.emailConfirmed).first()).toBeVisible();
  await expect.poll(() => stored(page, 'userEmail')).toBe(next);
});
