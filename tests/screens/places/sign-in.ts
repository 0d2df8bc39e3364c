import type { Page } from 'playwright/test';
import { authMessages, profileMessages } from '../../../src/contract/messages/account.ts';
import { paths } from '../../../src/contract/paths.ts';
import { googleButton, offerGoogle, oneTap } from '../../browser/support/google.ts';
import { answer } from '../../browser/support/online-payment.ts';
import { enter, serve } from '../../browser/support/own-corner.ts';
import { toast } from '../../browser/support/shopper.ts';
import type { Scene } from '../scene.ts';
import { LONG_EMAIL, LONG_PERSON, ok, refusals } from '../stage.ts';

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
const send = (page: Page) => page.getByRole('button', { name: authMessages.sendLink }).click();
const wrongPair = { success: false, code: 'unauthorised', message: authMessages.wrongPair } as const;
const ended = { success: false, code: 'invalid', message: authMessages.resetEnded } as const;

const login: Omit<Scene, 'name' | 'state'> = { address: paths.login, prepare: withoutGoogle, shows: submit };
const reset: Omit<Scene, 'name' | 'state'> = {
  address: `${paths.resetPassword}#token=abc`,
  shows: (page) => submit(page, authMessages.savePassword),
};
const typePassword = async (page: Page) => {
  await page.getByLabel(authMessages.newPassword).fill('correct horse battery');
  await submit(page, authMessages.savePassword).click();
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
    name: 'terms not accepted',
    state: 'error',
    act: async (page) => {
      await fill(page);
      await page.getByRole('checkbox').uncheck();
      await submit(page).click();
      await toast(page, authMessages.terms).waitFor();
    },
    frame: 'window',
  },
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
    name: 'long name, e-mail and a password shown',
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
  {
    ...login,
    name: 'forgotten password, sent',
    state: 'success',
    prepare: async (page) => {
      await withoutGoogle(page);
      await serve(page, { 'user.forgot': { ...ok, message: authMessages.forgotSent } });
    },
    act: async (page) => {
      await openForgotten(page, 'asha@example.com');
      await send(page);
      await page.getByText(authMessages.forgotSent).waitFor();
    },
  },
  { ...reset, name: 'new password', state: 'ordinary' },
  {
    ...reset,
    name: 'new password, link too old',
    state: 'error',
    prepare: (page) => serve(page, { 'user.reset': ended }),
    act: async (page) => {
      await typePassword(page);
      await page.getByText(authMessages.resetEnded).first().waitFor();
    },
    announced: refusals(400),
  },
  {
    name: 'new e-mail confirmed',
    state: 'success',
    address: `${paths.confirmEmail}#token=abc`,
    prepare: (page) =>
      enter(page, {
        'user.confirm-email': { ...ok, email: 'new@example.com', message: profileMessages.emailConfirmed },
      }),
    shows: (page) => confirm(page).filter({ hasText: profileMessages.emailConfirmed }),
  },
  {
    name: 'e-mail to confirm, nobody logged in',
    state: 'ordinary',
    address: `${paths.confirmEmail}#token=abc`,
    shows: (page) => page.getByRole('button', { name: authMessages.logInToConfirm }),
  },
  {
    name: 'new e-mail, link too old',
    state: 'error',
    address: paths.confirmEmail,
    shows: profileMessages.linkEnded,
  },
];
