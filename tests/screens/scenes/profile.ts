import type { Page } from 'playwright/test';
import { addressMessages } from '../../../src/contract/messages/address.ts';
import { notificationMessages, profileMessages } from '../../../src/contract/messages/account.ts';
import { paths } from '../../../src/contract/paths.ts';
import { asha, enter, home, placed, shipped, village } from '../../browser/support/mocked-account.ts';
import type { Scene } from '../scene.ts';
import { held, LONG_EMAIL, LONG_PERSON, LONG_STREET, NETWORK_ERRORS, ok } from '../fixtures.ts';
import { everyState } from './orders.ts';

type Sayings = Parameters<typeof enter>[1];
const panel = (page: Page) => page.getByRole('tabpanel');
const button = (page: Page, name: string) => panel(page).getByRole('button', { name, exact: true });
const dialog = (page: Page) => page.getByRole('dialog');
const saying = (sayings: Sayings) => (page: Page) => enter(page, sayings);
const invalid = (page: Page) => page.locator('[aria-invalid="true"]').first().waitFor();

const details: Omit<Scene, 'name' | 'state'> = {
  address: paths.profile,
  prepare: enter,
  shows: (page) => button(page, 'Edit'),
};
const orders: Omit<Scene, 'name' | 'state'> = {
  address: paths.profileTab('orders'),
  prepare: saying({ 'order.userorders': { ...ok, orders: everyState } }),
  shows: (page) => panel(page).getByRole('listitem').first(),
};
const addresses: Omit<Scene, 'name' | 'state'> = {
  address: paths.profileTab('addresses'),
  prepare: saying({ 'address.user': { ...ok, addresses: [home, village] } }),
  shows: (page) => panel(page).getByRole('listitem').first(),
};
const news: Omit<Scene, 'name' | 'state'> = {
  address: paths.profileTab('notifications'),
  prepare: saying({ 'notification.user': { ...ok, notifications: [shipped, placed] } }),
  shows: (page) => panel(page).getByRole('listitem').first(),
};
const loading = (page: Page) => panel(page).locator('.skeleton').first();
const edit = (page: Page) => button(page, 'Edit').click();
const save = (page: Page) => button(page, 'Save Changes').click();

export const profile: readonly Scene[] = [
  { ...details, name: 'details', state: 'ordinary' },
  {
    ...details,
    name: 'details, email not confirmed',
    state: 'ordinary',
    prepare: saying({ 'user.profile': { ...ok, user: { ...asha, emailConfirmed: false } } }),
    shows: profileMessages.confirmOwn,
  },
  {
    ...details,
    name: 'details loading',
    state: 'loading',
    prepare: saying({ 'user.profile': held }),
    shows: loading,
  },
  {
    ...details,
    name: 'details, long',
    state: 'long',
    prepare: saying({
      'user.profile': {
        ...ok,
        user: { ...asha, name: LONG_PERSON, email: LONG_EMAIL, pendingEmail: `new.${LONG_EMAIL}` },
      },
    }),
  },
  { ...details, name: 'details being edited', state: 'open', act: edit },
  {
    ...details,
    name: 'details, wrong',
    state: 'error',
    act: async (page) => {
      await edit(page);
      await page.getByLabel('Full Name').fill('');
      await page.getByLabel('Email Address').fill('asha@');
      await page.getByLabel('Phone Number').fill('98765');
      await save(page);
      await invalid(page);
    },
  },
  {
    ...details,
    name: 'details that did not load',
    state: 'error',
    prepare: saying({ 'user.profile': 'nothing' }),
    shows: profileMessages.fetchFailed,
    announced: NETWORK_ERRORS,
  },
  {
    ...details,
    name: 'delete my account?',
    state: 'open',
    act: async (page) => {
      await button(page, 'Delete my account').click();
      await dialog(page).waitFor();
    },
    frame: 'window',
  },
  { ...orders, name: 'no orders', state: 'empty', prepare: enter, shows: profileMessages.noOrders },
  { ...addresses, name: 'addresses', state: 'many' },
  { ...addresses, name: 'no addresses', state: 'empty', prepare: enter, shows: addressMessages.none },
  {
    ...addresses,
    name: 'one long address',
    state: 'long',
    prepare: saying({
      'address.user': { ...ok, addresses: [{ ...home, label: LONG_PERSON, address: LONG_STREET }] },
    }),
  },
  {
    ...addresses,
    name: 'new address',
    state: 'open',
    act: (page) => button(page, 'Add Address').click(),
  },
  {
    ...addresses,
    name: 'delete this address?',
    state: 'open',
    act: async (page) => {
      await button(page, 'Delete').first().click();
      await dialog(page).waitFor();
    },
    frame: 'window',
  },
  { ...news, name: 'notifications', state: 'ordinary' },
  { ...news, name: 'no notifications', state: 'empty', prepare: enter, shows: notificationMessages.none },
];
