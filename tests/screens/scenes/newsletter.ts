import type { Page } from 'playwright/test';
import {
  newsletterConfirmMessages,
  newsletterMessages,
  newsletterPageMessages,
} from '../../../src/contract/messages/newsletter-and-waitlist.ts';
import { newsletterOutcomes, newsletterPaths, paths } from '../../../src/contract/paths.ts';
import { serve } from '../../browser/support/mocked-account.ts';
import { toast } from '../../browser/support/shopper.ts';
import type { Scene } from '../scene.ts';
import { CODE, failed, NOW, ok, refusals } from '../fixtures.ts';

const box = (page: Page) => page.getByRole('region', { name: newsletterPageMessages.title });
const field = (page: Page) => page.getByLabel(newsletterPageMessages.email);
const send = async (page: Page, email = 'asha@example.com') => {
  await field(page).fill(email);
  await box(page).getByRole('button', { name: newsletterMessages.subscribe }).click();
};
const boxed: Omit<Scene, 'name' | 'state'> = {
  address: paths.about,
  shows: box,
  frame: 'window',
  at: box,
};
const confirmed: Omit<Scene, 'name' | 'state'> = {
  address: `${newsletterPaths.confirm}#token=${'A'.repeat(43)}`,
  shows: newsletterConfirmMessages.hint,
};
const confirm = (page: Page) => page.getByRole('button', { name: newsletterConfirmMessages.confirm }).click();
const message = newsletterConfirmMessages.confirmed;
const given = { ...CODE, expiresAt: NOW + 90 * 86_400_000 };

export const newsletter: readonly Scene[] = [
  { ...boxed, name: 'box', state: 'ordinary' },
  {
    ...boxed,
    name: 'box, subscribed',
    state: 'success',
    prepare: (page) => serve(page, { 'newsletter.subscribe': { ...ok, message: newsletterMessages.check } }),
    act: async (page) => {
      await send(page);
      await toast(page, newsletterMessages.subscribed).waitFor();
    },
  },
  {
    ...boxed,
    name: 'box, refused',
    state: 'error',
    prepare: (page) => serve(page, { 'newsletter.subscribe': failed }),
    act: async (page) => {
      await send(page);
      await toast(page, failed.message).waitFor();
    },
    announced: refusals(500),
  },
  ...Object.entries(newsletterOutcomes).map(([name, id]): Scene => ({
    name: `without script, ${name}`,
    state: 'no script',
    address: `${newsletterPaths.home}#${id}`,
    shows: (page) => page.locator(`#${id}`),
  })),
  { ...confirmed, name: 'confirm', state: 'ordinary' },
  {
    ...confirmed,
    name: 'confirmed, with the code',
    state: 'success',
    prepare: (page) => serve(page, { 'newsletter.confirm': { ...ok, message, code: given } }),
    act: async (page) => {
      await confirm(page);
      await page.getByText(CODE.code).waitFor();
    },
  },
  {
    name: 'leave',
    state: 'ordinary',
    address: `${newsletterPaths.leave}?token=${'A'.repeat(43)}`,
    shows: newsletterPageMessages.leaveHint,
  },
];
