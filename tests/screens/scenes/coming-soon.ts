import type { Page } from 'playwright/test';
import { waitlistMessages } from '../../../src/contract/messages/newsletter-and-waitlist.ts';
import { serve } from '../../browser/support/mocked-account.ts';
import type { Scene } from '../scene.ts';
import { NETWORK_ERRORS, ok } from '../fixtures.ts';

const button = (page: Page) => page.getByRole('main').getByRole('button');
const join = async (page: Page, email = 'asha@example.com') => {
  await page.getByPlaceholder(waitlistMessages.placeholder).fill(email);
  await button(page).click();
};
const soon: Omit<Scene, 'name' | 'state'> = { address: '/coming-soon', shows: waitlistMessages.line };

export const comingSoon: readonly Scene[] = [
  { ...soon, name: 'waitlist', state: 'ordinary' },
  {
    ...soon,
    name: 'joined',
    state: 'success',
    prepare: (page) => serve(page, { waitlist: { ...ok, message: waitlistMessages.joined, formSend: null } }),
    act: async (page) => {
      await join(page);
      await page.getByText(waitlistMessages.joined).filter({ visible: true }).waitFor();
    },
    frame: 'window',
  },
  {
    ...soon,
    name: 'failed',
    state: 'error',
    prepare: (page) => serve(page, { waitlist: 'nothing' }),
    act: async (page) => {
      await join(page);
      await page.getByText(waitlistMessages.failed).filter({ visible: true }).waitFor();
    },
    announced: NETWORK_ERRORS,
    frame: 'window',
  },
];
