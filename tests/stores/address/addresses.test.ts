import { expect, test } from 'vitest';
import { addressMessages, fieldMessages } from '../../../src/contract/messages/address.ts';
import { networkMessages } from '../../../src/contract/messages/page.ts';
import type { Reply } from '../../../src/contract/routes.ts';
import type { WireAddress } from '../../../src/contract/calls/address.ts';
import { late, ok, openBrowser, refused, signIn, useBrowser } from '../fake-browser.ts';
import { savedAddress } from '../wire.ts';
import { openStores } from '../open-stores.ts';

const browser = useBrowser(() => signIn(openBrowser('/profile?tab=addresses')));

const open = () => openStores('address', 'page', 'session');

const home: WireAddress = { ...savedAddress, _id: 'home1' };
const { _id: _, ...homeFields } = home;
const listed = (...addresses: WireAddress[]) => ({ ...ok, addresses });

/** Every required field. */
const fill = async () => {
  const stores = await open();
  stores.openAddressForm(null);
  stores.typeAddress('address', ' 12 Mill Road ');
  stores.typeAddress('city', 'mumbai');
  stores.typeAddress('zipcode', '400 001');
  stores.typeAddress('phone', '98765 43210');
  return stores;
};

test('the saved addresses are listed as the server sends them', async () => {
  browser.says('address.user', () => listed(home));
  const { loadAddresses, $addresses, $addressesStatus } = await open();
  expect($addressesStatus.get()).toBe('idle');
  await loadAddresses();
  expect($addresses.get()).toEqual([home]);
  expect($addressesStatus.get()).toBe('ready');
  expect(browser.asked).toMatchObject([{ name: 'address.user', token: 't0ken' }]);
});

test('a logout removes the addresses, also those that arrive later', async () => {
  browser.says('user.logout', () => ok);
  browser.says('address.user', () => listed(home));
  const { loadAddresses, $addresses, signOut, beginSession } = await open();
  await loadAddresses();
  const answer = late<Reply<'address.user'>>();
  browser.says('address.user', () => answer.promise);
  const loading = loadAddresses();
  await signOut();
  beginSession('other', 'ravi@example.com');
  answer.resolve(listed(home));
  await loading;
  expect($addresses.get()).toEqual([]);
});

test('a new address is saved once and trimmed, and the list reloads before the form closes', async () => {
  browser.says('address.add', () => ({ ...ok, message: 'kept' }));
  browser.says('address.user', () => listed(home));
  const { submitAddress, chooseDefault, $addressForm, $addresses, $toasts } = await fill();
  chooseDefault(true);
  expect(await Promise.all([submitAddress(), submitAddress()])).toEqual([true, false]);
  expect(browser.asked).toMatchObject([
    { name: 'address.add', body: { ...homeFields, label: '', city: 'Mumbai' } },
    { name: 'address.user' },
  ]);
  expect($toasts.get()).toMatchObject([{ kind: 'success', text: addressMessages.added }]);
  expect($addresses.get()).toEqual([home]);
  expect($addressForm.get().open).toBe('closed');
  expect(browser.tab.has('taana-address')).toBe(false);
});

test('an edited address opens with its values and is saved under its id', async () => {
  browser.says('address.edit', () => ({ ...ok, message: 'kept' }));
  browser.says('address.user', () => listed(home));
  const { openAddressForm, typeAddress, submitAddress, $addressForm, $toasts } = await open();
  openAddressForm(home);
  expect($addressForm.get()).toMatchObject({ open: 'home1', values: homeFields });
  typeAddress('label', 'Mill');
  await submitAddress();
  expect(browser.asked[0]).toMatchObject({
    name: 'address.edit',
    body: { ...homeFields, label: 'Mill', addressId: 'home1' },
  });
  expect($toasts.get()).toMatchObject([{ text: addressMessages.updated }]);
});

test('every wrong field is marked and nothing is sent; a missing state is not marked if the city is missing', async () => {
  const { openAddressForm, typeAddress, submitAddress, $addressForm } = await open();
  openAddressForm(null);
  expect(await submitAddress()).toBe(false);
  expect(Object.keys($addressForm.get().problems)).toEqual(['address', 'zipcode', 'city', 'phone']);
  expect($addressForm.get().markings).toBe(1);
  typeAddress('city', 'Kheda Khurd');
  expect($addressForm.get().problems).not.toHaveProperty('city');
  await submitAddress();
  expect($addressForm.get().problems).toHaveProperty('state', fieldMessages.state);
  expect($addressForm.get().markings).toBe(2);
  expect(browser.asked).toEqual([]);
});

test('a refusal marks its fields and keeps the form as typed', async () => {
  browser.says('address.add', () => ({
    ...refused('invalid', 'zipcode: No such PIN code'),
    fields: { zipcode: 'No such PIN code', addressId: 'must be an id' },
  }));
  const { submitAddress, $addressForm, $toasts } = await fill();
  expect(await submitAddress()).toBe(false);
  expect($addressForm.get()).toMatchObject({
    open: 'new',
    isSaving: false,
    problems: { zipcode: 'No such PIN code' },
    message: 'zipcode: No such PIN code',
    markings: 1,
    values: { city: 'Mumbai' },
  });
  expect($toasts.get()).toMatchObject([{ kind: 'error', text: 'zipcode: No such PIN code' }]);
});

test('without a network the form stays open with everything that was typed', async () => {
  const { submitAddress, $addressForm, $toasts } = await fill();
  browser.network.isUp = false;
  await submitAddress();
  expect($addressForm.get()).toMatchObject({ open: 'new', message: addressMessages.saveFailed });
  expect($addressForm.get().values.phone).toBe('919876543210');
  expect($toasts.get()).toMatchObject([{ text: addressMessages.saveFailed }]);
  expect(addressMessages.saveFailed).not.toBe(networkMessages.failed);
});

test('a form that is closed during saving stays closed, whatever the answer', async () => {
  const answer = late<ReturnType<typeof refused>>();
  browser.says('address.add', () => answer.promise);
  const { submitAddress, closeAddressForm, $addressForm } = await fill();
  const saving = submitAddress();
  closeAddressForm();
  answer.resolve(refused('invalid'));
  await saving;
  expect($addressForm.get().open).toBe('closed');
});

test('typed text survives a reload for its shopper, and only for them', async () => {
  await fill();
  const { tab } = browser;
  const draft = tab.get('taana-address') ?? '';
  const reopened = async (email: string) => {
    Object.assign(browser, openBrowser('/profile?tab=addresses'));
    browser.localStorage['token'] = 't0ken';
    browser.localStorage['userEmail'] = email;
    browser.tab.set('taana-address', draft);
    const { restoreAddressForm, $addressForm } = await open();
    restoreAddressForm();
    return $addressForm.get();
  };
  expect(await reopened('asha@example.com')).toMatchObject({
    open: 'new',
    values: { address: ' 12 Mill Road ', city: 'mumbai', state: 'Maharashtra', zipcode: '400001' },
  });
  expect((await reopened('ravi@example.com')).open).toBe('closed');
});

test.each(['{', 'null', '{"owner":"asha@example.com"}', '{"owner":"asha@example.com","values":null}'])(
  '%s in the tab is ignored',
  async (text) => {
    browser.tab.set('taana-address', text);
    const { restoreAddressForm, $addressForm } = await open();
    restoreAddressForm();
    expect($addressForm.get().values.address).toBe('');
  },
);

test('a deleted address shows a message, and the list reloads', async () => {
  browser.says('address.delete', () => ({ ...ok, message: 'gone' }));
  browser.says('address.user', () => listed());
  const { deleteAddress, $addressesStatus, $toasts } = await open();
  expect(await deleteAddress('home1')).toEqual({ success: true });
  expect(browser.asked).toMatchObject([
    { name: 'address.delete', body: { addressId: 'home1' } },
    { name: 'address.user' },
  ]);
  expect($addressesStatus.get()).toBe('ready');
  expect($toasts.get()).toMatchObject([{ text: addressMessages.deleted }]);
});

test('an address that could not be deleted stays, with a message', async () => {
  browser.says('address.user', () => listed(home));
  const { loadAddresses, deleteAddress, $addresses, $toasts } = await open();
  await loadAddresses();
  browser.network.isUp = false;
  expect(await deleteAddress('home1')).toMatchObject({
    success: false,
    message: addressMessages.deleteFailed,
  });
  browser.network.isUp = true;
  browser.says('address.delete', () => refused('not-found', addressMessages.unknown));
  expect(await deleteAddress('home1')).toMatchObject({ success: false, message: addressMessages.unknown });
  expect($addresses.get()).toEqual([home]);
  expect($toasts.get().map(({ text }) => text)).toEqual([
    addressMessages.deleteFailed,
    addressMessages.unknown,
  ]);
});
