import { beforeEach, expect, test } from 'vitest';
import { fieldMessages } from '../../../src/contract/messages/address.ts';
import type { WireAddress } from '../../../src/contract/calls/address.ts';
import { ok, openBrowser, signIn, useBrowser } from '../fake-browser.ts';
import { savedAddress } from '../wire.ts';
import { openStores } from '../open-stores.ts';

/** The form of the Addresses tab, by the rules that it shares with the checkout. */
const browser = useBrowser(() => signIn(openBrowser('/profile?tab=addresses')));
beforeEach(() => {
  browser.says('address.edit', () => ({ ...ok, message: 'kept' }));
  browser.says('address.user', () => ({ ...ok, addresses: [] }));
});

const bengaluru: WireAddress = { ...savedAddress, zipcode: '560001', city: 'Bengaluru', state: 'Karnataka' };
const elsewhere = fieldMessages.pinElsewhere('560001', 'Karnataka', 'Maharashtra');

const open = async (address: WireAddress | null = savedAddress) => {
  const stores = await openStores('address');
  stores.openAddressForm(address);
  return stores;
};
const saved = () => browser.asked.filter(({ name }) => name === 'address.edit').map(({ body }) => body);

test('a PIN code fills in its place; a field that is left gets its proper name, or its reason', async () => {
  const { typeAddress, blurAddressField, submitAddress, $addressForm } = await open(null);
  typeAddress('zipcode', '411 001');
  await expect.poll(() => $addressForm.get().values).toMatchObject({ city: 'Pune', state: 'Maharashtra' });
  typeAddress('city', 'BANGALORE');
  typeAddress('phone', '1234567890');
  for (const field of ['city', 'phone', 'label'] as const) blurAddressField(field);
  expect($addressForm.get()).toMatchObject({ values: { city: 'Bengaluru', state: 'Karnataka' } });
  expect($addressForm.get().problems).toEqual({ phone: fieldMessages.notMobile });
  expect([await submitAddress(), saved()]).toEqual([false, []]);
});

test('a city that is changed beside the saved PIN code is asked about once, and then saved', async () => {
  const { typeAddress, submitAddress, $addressForm } = await open(bengaluru);
  typeAddress('city', 'mumbai');
  expect(await Promise.all([submitAddress(), submitAddress()])).toEqual([false, false]);
  expect($addressForm.get()).toMatchObject({
    isSaving: false,
    problems: { zipcode: elsewhere },
    markings: 1,
  });
  expect(await submitAddress()).toBe(true);
  expect(saved()).toMatchObject([{ city: 'Mumbai', state: 'Maharashtra', zipcode: '560001' }]);
});

test('a form that is closed while it waits for the table of PIN codes saves nothing', async () => {
  const { typeAddress, submitAddress, closeAddressForm, openAddressForm, $addressForm } =
    await open(bengaluru);
  typeAddress('city', 'Mysuru');
  const saving = submitAddress();
  expect($addressForm.get().isSaving).toBe(true);
  closeAddressForm();
  openAddressForm(bengaluru);
  expect(await saving).toBe(false);
  expect([$addressForm.get().values.city, saved()]).toEqual(['Bengaluru', []]);
});

test('a draft is asked about after a reload too', async () => {
  const first = await open(bengaluru);
  first.typeAddress('city', 'Mumbai');
  const draft = browser.tab.get('taana-address') ?? '';
  Object.assign(browser, signIn(openBrowser('/profile?tab=addresses')));
  browser.tab.set('taana-address', draft);
  const { restoreAddressForm, submitAddress, $addressForm } = await openStores('address');
  restoreAddressForm();
  expect(await submitAddress()).toBe(false);
  expect($addressForm.get().problems).toEqual({ zipcode: elsewhere });
});

test('an address that is saved without a change of its place is not asked about', async () => {
  const { typeAddress, submitAddress } = await open({ ...bengaluru, city: 'Mumbai', state: 'Maharashtra' });
  typeAddress('phone', '9812345678');
  expect(await submitAddress()).toBe(true);
  expect(saved()).toMatchObject([{ phone: '919812345678' }]);
});
