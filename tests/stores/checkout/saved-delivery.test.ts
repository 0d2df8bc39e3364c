import { beforeEach, expect, test, vi } from 'vitest';
import type { WireAddress } from '../../../src/contract/calls/address.ts';
import type { DeliveryAddress } from '../../../src/domain/address.ts';
import { late, ok, openBrowser, refused, signIn, useBrowser } from '../fake-browser.ts';
import { address, savedAddress } from '../wire.ts';
import { openStores } from '../open-stores.ts';

const browser = useBrowser(() => signIn(openBrowser('/place-order')));
beforeEach(() => {
  browser.says('address.user', () => ({ ...ok, addresses: [home, office] }));
  browser.says('address.add', () => ({ ...ok, message: '' }));
});

const home = savedAddress;
const office: WireAddress = { ...home, _id: 'office', label: '', address: '9 Loom Lane', isDefault: false };
const empty = { street: '', city: '', state: '', zipcode: '', phone: '' };
const idle = () => false;

const open = () => openStores('checkout', 'page', 'session');

/** The form with this typed text, once the saved addresses have come. */
const opened = async (typed: Partial<DeliveryAddress> = {}) => {
  const stores = await open();
  stores.openDelivery(typed);
  await stores.openSaved(idle);
  return stores;
};

test('the default address fills an empty form; name and email stay', async () => {
  const { openDelivery, openSaved, editDelivery, $delivery, $picked } = await open();
  openDelivery({});
  editDelivery('firstName', 'Asha');
  await openSaved(idle);
  expect($delivery.get()).toMatchObject({ ...address, lastName: '' });
  expect($picked.get()).toBe('home');
});

test('typed text and a focused field are never overwritten', async () => {
  const { openDelivery, openSaved, $delivery, $picked } = await opened({ zipcode: '5' });
  expect($delivery.get()).toMatchObject({ ...empty, zipcode: '5' });
  openDelivery({ zipcode: '' });
  browser.tab.clear();
  openDelivery({});
  await openSaved(() => true);
  expect($delivery.get()).toMatchObject(empty);
  expect($picked.get()).toBeNull();
});

test('without a default address the form stays empty', async () => {
  browser.says('address.user', () => ({ ...ok, addresses: [office] }));
  const { $delivery } = await opened();
  expect($delivery.get()).toMatchObject(empty);
});

test('another address restores the typed text, also after a reload', async () => {
  const first = await opened({ street: 'Near the banyan', city: 'Chennapatna', phone: '9812345678' });
  first.pickSaved('office');
  expect(first.$delivery.get().street).toBe('9 Loom Lane');
  first.pickSaved('home');
  expect(first.$picked.get()).toBe('home');

  vi.resetModules();
  const second = await opened();
  expect(second.$picked.get()).toBe('home');
  second.pickOther();
  expect(second.$delivery.get()).toMatchObject({
    street: 'Near the banyan',
    city: 'Chennapatna',
    phone: '919812345678',
  });
  expect(second.$picked.get()).toBeNull();
});

test('“another address” empties a form without typed text, also after a reload', async () => {
  const { openDelivery, openSaved, pickOther, $delivery, $picked } = await opened();
  pickOther();
  expect($delivery.get()).toMatchObject(empty);
  openDelivery({});
  await openSaved(idle);
  expect($delivery.get()).toMatchObject(empty);
  expect($picked.get()).toBeNull();
});

test('a saved address that is edited in the form is a new one; of two equal ones the tapped one is marked', async () => {
  browser.says('address.user', () => ({ ...ok, addresses: [home, { ...home, _id: 'twin' }] }));
  const { pickSaved, editDelivery, $picked, $canSave } = await opened();
  pickSaved('twin');
  expect($picked.get()).toBe('twin');
  expect($canSave.get()).toBe(false);
  editDelivery('street', '12 Mill Road, 2nd floor');
  expect($picked.get()).toBeNull();
  expect($canSave.get()).toBe(true);
  editDelivery('street', '12 MILL ROAD ');
  expect($picked.get()).toBe('twin');
});

test('a failed load shows no message and offers no save', async () => {
  browser.says('address.user', () => refused('failed'));
  const { $saved, $canSave, $toasts } = await opened();
  expect($saved.get()).toMatchObject({ status: 'failed', addresses: [] });
  expect($canSave.get()).toBe(false);
  expect($toasts.get()).toEqual([]);
});

test('the addresses of one session are not shown in the next one', async () => {
  const answer = late<{ success: true; addresses: WireAddress[] }>();
  browser.says('address.user', () => answer.promise);
  const { openDelivery, openSaved, beginSession, $saved, $delivery } = await open();
  openDelivery({});
  const opening = openSaved(idle);
  beginSession('another', 'ravi@example.com');
  answer.resolve({ ...ok, addresses: [home] });
  await opening;
  expect($saved.get().addresses).toEqual([]);
  expect($delivery.get().street).toBe('');
});

test('a typed address is saved once on request, the first one as the default', async () => {
  browser.says('address.user', () => ({ ...ok, addresses: [] }));
  const { wantSaving, saveTypedAddress, $wantsSaving } = await opened();
  saveTypedAddress(address);
  expect(browser.namesAsked()).toEqual(['address.user']);
  wantSaving(true);
  saveTypedAddress(address);
  saveTypedAddress(address);
  const { street, city, state, zipcode, country, phone } = address;
  expect(browser.asked.slice(1)).toMatchObject([
    {
      name: 'address.add',
      body: { label: '', address: street, city, state, zipcode, country, phone, isDefault: true },
    },
  ]);
  expect($wantsSaving.get()).toBe(false);
});

test('a saved address is not saved again, and a failure shows nothing', async () => {
  browser.says('address.add', () => refused('invalid'));
  const { wantSaving, saveTypedAddress, $toasts } = await opened();
  wantSaving(true);
  saveTypedAddress(address);
  expect(browser.namesAsked()).toEqual(['address.user']);
  saveTypedAddress({ ...address, street: '1 Another Road' });
  expect(browser.namesAsked()).toEqual(['address.user', 'address.add']);
  expect(browser.asked[1]?.body).toMatchObject({ isDefault: false });
  await Promise.resolve();
  expect($toasts.get()).toEqual([]);
});

test('the choice to save survives a reload, but not another shopper', async () => {
  const first = await opened();
  first.wantSaving(true);
  await first.openSaved(idle);
  expect(first.$wantsSaving.get()).toBe(true);
  first.beginSession('another', 'ravi@example.com');
  await first.openSaved(idle);
  expect(first.$wantsSaving.get()).toBe(false);
});
