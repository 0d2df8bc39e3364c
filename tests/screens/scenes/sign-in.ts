import type { Page } from 'playwright/test';
import { authMessages, profileMessages } from '../../../src/contract/messages/account.ts';
import { paths } from '../../../src/contract/paths.ts';
import { googleButton, offerGoogle, oneTap } from '../../browser/support/google.ts';
import { answer } from '../../browser/support/online-payment.ts';
import { enter, serve } from '../../browser/support/mocked-account.ts';
import { toast } from '../../browser/support/shopper.ts';
import type { Scene } from '../scene.ts';
import { LONG_EMAIL, LONG_PERSON, ok, refusals } from '../fixtures.ts';

const withoutGoogle = (page: Page) => answer(page, 'user.options', { ...ok, google: null });
const form = (page: Page) => page.getByRole('main').locator('form').filter({ visible: true });
const submit = (page: Page, name = 'Login') => form(page).getByRole('button', { name, exact: true });
const signUp = (page: Page) => page.getByRole('button', { name: 'Create account' }).click();
const fill = async (page: Page, email = 'asha@example.com') => {
  await page.getByLabel('Email').fill(email);
  await page.getByLabel('Password', { exact: true }).fill('warp-and-weft');
  await page.getByRole('checkbox').check();
};
const openForgotten = async (page: Page, email: string) => {
  await page.getByLabel('Email').fill(email);
  await page.getByRole('button', { name: authMessages.forgot }).click();
};
const wrongPair = { success: false, code: 'unauthorised', message: authMessages.wrongPair } as const;

const login: Omit<Scene, 'name' | 'state'> = { address: paths.login, prepare: withoutGoogle, shows: submit };
const reset: Omit<Scene, 'name' | 'state'> = {
  address: `${paths.resetPassword}#token=abc`,
  shows: (page) => submit(page, authMessages.savePassword),
};
const confirm = (page: Page) => page.getByRole('main').getByRole('status');

export const signIn: readonly Scene[] = [
  { ...login, name: 'login with Google', state: 'ordinary', prepare: offerGoogle, shows: googleButton },
  {
    ...login,
    name: 'one tap',
    state: 'open',
    prepare: offerGoogle,
    shows: oneTap,
    frame: 'window',
    // Narrower windows have no room for it beside the form.
    widths: [1440],
  },
  { ...login, name: 'sign up', state: 'ordinary', act: signUp },
  {
    ...login,
    name: 'wrong pair',
    state: 'error',
    prepare: async (page) => {
      await withoutGoogle(page);
      await serve(page, { 'user.login': wrongPair });
    },
    act: async (page) => {
      await fill(page);
      await submit(page).click();
      await toast(page, authMessages.wrongPair).waitFor();
    },
    announced: refusals(401),
    frame: 'window',
    at: (page) => page.locator('.field-error').filter({ hasText: authMessages.wrongPair }).first(),
  },
  {
    ...login,
    name: 'long name, email and a password shown',
    state: 'long',
    act: async (page) => {
      await signUp(page);
      await page.getByLabel('Name', { exact: true }).fill(LONG_PERSON);
      await fill(page, LONG_EMAIL);
      await page.getByRole('button', { name: /show/i }).click();
    },
  },
  {
    ...login,
    name: 'forgotten password',
    state: 'open',
    act: (page) => openForgotten(page, 'asha@example.com'),
  },
  { ...reset, name: 'new password', state: 'ordinary' },
  {
    name: 'new email confirmed',
    state: 'success',
    address: `${paths.confirmEmail}#token=abc`,
    prepare: (page) =>
      enter(page, {
        'user.confirm-email': { ...ok, email: 'new@example.com', message: profileMessages.emailConfirmed },
      }),
    shows: (page) => confirm(page).filter({ hasText: profileMessages.emailConfirmed }),
  },
  {
    name: 'email to confirm, nobody logged in',
    state: 'ordinary',
    address: `${paths.confirmEmail}#token=abc`,
    shows: (page) => page.getByRole('button', { name: authMessages.logInToConfirm }),
  },
];
