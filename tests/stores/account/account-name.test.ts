import { beforeEach, expect, test } from 'vitest';
import type { WireUser } from '../../../src/contract/calls/user.ts';
import { type FakeBrowser, ok, openBrowser, refused, signIn } from '../fake-browser.ts';
import { openStores } from '../open-stores.ts';

const asha: WireUser = {
  ...{ _id: 'asha1', name: 'Asha Devi Rao', email: 'asha@example.com', phone: '', address: '', city: '' },
  ...{ state: '', zipcode: '', country: 'India', dateOfBirth: '', gender: '', createdAt: 0, updatedAt: 0 },
  ...{ pendingEmail: null, emailConfirmed: true, hasPassword: true },
};

let browser: FakeBrowser;
beforeEach(() => {
  browser = openBrowser('/place-order');
  signIn(browser);
  browser.says('user.profile', () => ({ ...ok, user: asha }));
});

const open = () => openStores('account', 'checkout');

test('the first checkout is filled with the name of the account', async () => {
  const { openDelivery, fillAccountName, $delivery } = await open();
  openDelivery({});
  await fillAccountName(() => false);
  expect($delivery.get()).toMatchObject({ firstName: 'Asha Devi', lastName: 'Rao' });
});

test('a name that is there already is kept, and nothing is asked', async () => {
  const { openDelivery, fillAccountName, $delivery } = await open();
  openDelivery({ firstName: 'Ravi' });
  await fillAccountName(() => false);
  expect($delivery.get()).toMatchObject({ firstName: 'Ravi', lastName: '' });
  expect(browser.asked).toEqual([]);
});

test('nothing is filled in while the shopper writes, nor when no answer comes, nor for a visitor', async () => {
  const { openDelivery, fillAccountName, $delivery } = await open();
  openDelivery({});
  await fillAccountName(() => true);
  browser.says('user.profile', () => refused('unavailable'));
  await fillAccountName(() => false);
  browser.otherTabWrites('token', undefined);
  await fillAccountName(() => false);
  expect($delivery.get()).toMatchObject({ firstName: '', lastName: '' });
});
