import { beforeEach, expect, test } from 'vitest';
import { ok, openBrowser, refused, signIn, useBrowser } from '../fake-browser.ts';
import { wireUser } from '../wire.ts';
import { openStores } from '../open-stores.ts';

const asha = { ...wireUser, name: 'Asha Devi Rao' };

const browser = useBrowser(() => signIn(openBrowser('/place-order')));
beforeEach(() => {
  browser.says('user.profile', () => ({ ...ok, user: asha }));
});

const open = () => openStores('account', 'checkout');

test('the first checkout is filled with the name of the account', async () => {
  const { openDelivery, fillAccountName, $delivery } = await open();
  openDelivery({});
  await fillAccountName(() => false);
  expect($delivery.get()).toMatchObject({ firstName: 'Asha Devi', lastName: 'Rao' });
});

test('an existing name stays, and no request is sent', async () => {
  const { openDelivery, fillAccountName, $delivery } = await open();
  openDelivery({ firstName: 'Ravi' });
  await fillAccountName(() => false);
  expect($delivery.get()).toMatchObject({ firstName: 'Ravi', lastName: '' });
  expect(browser.asked).toEqual([]);
});

test('nothing is filled in while the shopper types, if no answer arrives, or for a visitor', async () => {
  const { openDelivery, fillAccountName, $delivery } = await open();
  openDelivery({});
  await fillAccountName(() => true);
  browser.says('user.profile', () => refused('unavailable'));
  await fillAccountName(() => false);
  browser.otherTabWrites('token', undefined);
  await fillAccountName(() => false);
  expect($delivery.get()).toMatchObject({ firstName: '', lastName: '' });
});
