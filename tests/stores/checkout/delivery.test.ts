import { expect, test } from 'vitest';
import { fieldMessages, tooLongMessages } from '../../../src/contract/messages/address.ts';
import { openBrowser, useBrowser } from '../fake-browser.ts';
import { address } from '../wire.ts';
import { openStores } from '../open-stores.ts';

const browser = useBrowser(() => openBrowser('/place-order'));

const open = () => openStores('checkout');

test('the email is the session’s unless a draft has another', async () => {
  browser.localStorage['userEmail'] = 'asha@example.com';
  const { openDelivery, editDelivery, $delivery } = await open();
  openDelivery({});
  expect($delivery.get().email).toBe('asha@example.com');
  editDelivery('email', 'office@example.com');
  openDelivery({});
  expect($delivery.get().email).toBe('office@example.com');
});

test('a reload restores the form; text typed before the script loaded has priority', async () => {
  const first = await open();
  first.openDelivery({});
  first.editDelivery('firstName', 'Asha');
  first.editDelivery('zipcode', '400001');
  first.openDelivery({ firstName: '', lastName: 'Rao', phone: '98765 43210' });
  expect(first.$delivery.get()).toMatchObject({
    firstName: 'Asha',
    lastName: 'Rao',
    zipcode: '400001',
    phone: '919876543210',
  });
});

test('a draft of another shopper is not shown', async () => {
  const { openDelivery, editDelivery, $delivery } = await open();
  browser.otherTabWrites('userEmail', 'asha@example.com');
  openDelivery({});
  editDelivery('street', '12 Mill Road');
  browser.otherTabWrites('userEmail', 'ravi@example.com');
  openDelivery({});
  expect($delivery.get().street).toBe('');
});

test.each(['{', 'null', '{"address":null}', '{"address":{"street":7}}'])(
  '%s in the tab is ignored',
  async (text) => {
    browser.tab.set('taana-delivery', text);
    const { openDelivery, $delivery } = await open();
    openDelivery({});
    expect($delivery.get()).toMatchObject({ street: '', country: 'India' });
  },
);

test('a known city sets its state; changing the city clears it', async () => {
  const { editDelivery, $delivery, $stateSource } = await open();
  expect($stateSource.get()).toBe('none');
  editDelivery('city', 'mumbai');
  expect($delivery.get().state).toBe('Maharashtra');
  expect($stateSource.get()).toBe('city');
  editDelivery('city', 'mumbaipur');
  expect($delivery.get().state).toBe('');
  expect($stateSource.get()).toBe('choice');
});

test('an unknown city keeps the state that was chosen for it', async () => {
  const { editDelivery, $delivery } = await open();
  editDelivery('city', 'Kheda Khurd');
  editDelivery('state', 'Haryana');
  editDelivery('city', 'Kheda Khurd, near the mill');
  expect($delivery.get().state).toBe('Haryana');
});

test('at most five cities are suggested, none after an exact match', async () => {
  const { editDelivery, $citySuggestions, $delivery } = await open();
  editDelivery('city', 'a');
  expect($citySuggestions.get()).toHaveLength(5);
  const [first] = $citySuggestions.get();
  if (first) editDelivery('city', first.city);
  expect($citySuggestions.get()).toEqual([]);
  expect($delivery.get()).toMatchObject({ city: first?.city, state: first?.state });
});

test('the country is always India', async () => {
  const { editDelivery, $delivery } = await open();
  editDelivery('country', 'Nepal');
  expect($delivery.get().country).toBe('India');
});

test('six digits of a PIN code fill in state and city; another PIN code changes them', async () => {
  const { editDelivery, $delivery } = await open();
  editDelivery('zipcode', '411001');
  await expect.poll(() => $delivery.get()).toMatchObject({ city: 'Pune', state: 'Maharashtra' });
  editDelivery('zipcode', '560001');
  expect($delivery.get()).toMatchObject({ city: 'Bengaluru', state: 'Karnataka' });
  editDelivery('zipcode', '562160');
  expect($delivery.get()).toMatchObject({ city: '', state: 'Karnataka' });
  editDelivery('city', 'Chennapatna');
  expect($delivery.get().state).toBe('Karnataka');
  editDelivery('zipcode', '121102');
  expect($delivery.get()).toMatchObject({ city: 'Chennapatna', state: 'Haryana' });
});

test('six digits name their district under the field, and never in the city', async () => {
  const { editDelivery, $delivery, $pinHint, $pinQuestion } = await open();
  editDelivery('zipcode', '412301');
  await expect.poll(() => $pinHint.get()).toBe(fieldMessages.pinDistrict('Pune', 'Maharashtra'));
  expect($delivery.get()).toMatchObject({ city: '', state: 'Maharashtra' });
  editDelivery('zipcode', '41230');
  expect($pinHint.get()).toBeUndefined();
  editDelivery('zipcode', '412301');
  editDelivery('city', 'Bengaluru');
  expect($pinHint.get()).toBe($pinQuestion.get());
});

test('typed or chosen values stay when the PIN code is entered', async () => {
  const { editDelivery, $delivery } = await open();
  editDelivery('city', 'Kheda Khurd');
  editDelivery('state', 'Haryana');
  editDelivery('zipcode', '411001');
  const { loadPins } = await import('../../../src/stores/address/pins.ts');
  await loadPins();
  editDelivery('zipcode', '411002');
  expect($delivery.get()).toMatchObject({ city: 'Kheda Khurd', state: 'Haryana' });
});

test.each([
  ['Mumbai', '110001', 'Delhi', 'Maharashtra', 'Maharashtra'],
  ['mysore', '560001', 'Bengaluru', 'Mysuru', 'Karnataka'],
])(
  'for %s with the PIN code %s the shopper is asked once, and nothing is refused',
  async (city, zipcode, theirs, ours, state) => {
    const { editDelivery, finishDelivery, $delivery, $deliveryErrors, $pinHint, $pinQuestion } = await open();
    for (const [field, text] of Object.entries(address)) editDelivery(field as keyof typeof address, text);
    editDelivery('city', city);
    editDelivery('zipcode', zipcode);
    const question = fieldMessages.pinElsewhere(zipcode, theirs, ours);
    await expect.poll(() => $pinHint.get()).toBeDefined();
    expect(finishDelivery()).toBeNull();
    expect([$deliveryErrors.get(), $pinQuestion.get()]).toEqual([{ zipcode: question }, question]);
    expect(finishDelivery()).toMatchObject({ state, zipcode });
    editDelivery('zipcode', `${zipcode.slice(0, 5)}2`);
    expect(finishDelivery()).toBeNull();
    editDelivery('city', theirs);
    expect([$deliveryErrors.get(), $pinQuestion.get(), $delivery.get().city]).toEqual([{}, null, theirs]);
  },
);

const bengaluru = { street: '7 Hill Road', zipcode: '560001', city: 'Bengaluru', state: 'Karnataka' };
const elsewhere = fieldMessages.pinElsewhere('560001', 'Karnataka', 'Maharashtra');

test('a city that is changed beside the PIN code of a saved address is questioned, and so is a draft', async () => {
  const first = await open();
  first.openDelivery({});
  first.fillDelivery({ ...bengaluru, phone: address.phone });
  first.editDelivery('city', 'Mumbai');
  await expect.poll(() => first.$pinQuestion.get()).toBe(elsewhere);
  const draft = browser.tab.get('taana-delivery') ?? '';
  Object.assign(browser, openBrowser('/place-order'));
  browser.tab.set('taana-delivery', draft);
  const second = await open();
  second.openDelivery({});
  await expect.poll(() => second.$pinQuestion.get()).toBe(elsewhere);
  // A hint that comes by itself would move the form.
  expect(second.$pinHint.get()).toBeUndefined();
  second.editDelivery('city', 'Mysuru');
  expect(second.$pinHint.get()).toBe(second.$pinQuestion.get());
});

test('the PIN code of a saved address does not fill in a city that was emptied', async () => {
  const { fillDelivery, editDelivery, $delivery, $pinHint } = await open();
  fillDelivery({ ...bengaluru, phone: address.phone });
  editDelivery('city', '');
  await expect.poll(() => $pinHint.get()).toBe(fieldMessages.pinDistrict('Bengaluru Urban', 'Karnataka'));
  expect($delivery.get().city).toBe('');
});

test.each([
  ['phone', '1234567890', fieldMessages.notMobile],
  ['phone', '+1 415 555 0123', fieldMessages.foreignPhone],
  ['phone', '98765 432101', fieldMessages.phone],
  ['zipcode', '999999', fieldMessages.unknownPin],
  ['lastName', 'x'.repeat(61), tooLongMessages.lastName],
  ['street', 'x'.repeat(201), tooLongMessages.street],
] as const)('the %s “%s” is marked with its reason and not shortened', async (field, text, sentence) => {
  const { editDelivery, blurDeliveryField, $delivery, $deliveryErrors } = await open();
  editDelivery(field, text);
  blurDeliveryField(field);
  expect($deliveryErrors.get()).toEqual({ [field]: sentence });
  const digits = field === 'phone' ? text.replace(/\D/g, '') : text;
  expect($delivery.get()[field]).toContain(digits);
});

test.each([
  ['pune', 'Pune'],
  ['BANGALORE', 'Bengaluru'],
  ['Kheda Khurd', 'Kheda Khurd'],
])('the city “%s” is stored as %s', async (text, city) => {
  const { editDelivery, blurDeliveryField, finishDelivery, $delivery } = await open();
  for (const [field, typed] of Object.entries(address)) editDelivery(field as keyof typeof address, typed);
  editDelivery('city', text);
  expect($delivery.get().city).toBe(text);
  blurDeliveryField('city');
  expect($delivery.get().city).toBe(city);
  editDelivery('city', text);
  editDelivery('state', 'Maharashtra');
  expect(finishDelivery()?.city).toBe(city);
});

test('a field that is left with a wrong value is marked, an empty one is not, and a correction clears the mark', async () => {
  const { editDelivery, blurDeliveryField, $deliveryErrors } = await open();
  blurDeliveryField('zipcode');
  expect($deliveryErrors.get()).toEqual({});
  editDelivery('zipcode', '4000');
  blurDeliveryField('zipcode');
  expect($deliveryErrors.get()).toEqual({ zipcode: fieldMessages.zipcode });
  editDelivery('zipcode', '40000');
  expect($deliveryErrors.get()).toEqual({});
});

test('submitting marks every wrong field in the order of the screen; a missing state is not marked if the city is missing', async () => {
  const { editDelivery, finishDelivery, $deliveryErrors, deliveryFields } = await open();
  expect(finishDelivery()).toBeNull();
  expect(Object.keys($deliveryErrors.get())).toEqual(
    deliveryFields.filter((field) => field !== 'country' && field !== 'state'),
  );
  editDelivery('city', 'Kheda Khurd');
  expect(finishDelivery()).toBeNull();
  expect($deliveryErrors.get()).toHaveProperty('state', fieldMessages.state);
});

test('a completed address is trimmed', async () => {
  const { editDelivery, finishDelivery } = await open();
  for (const [field, text] of Object.entries(address)) {
    editDelivery(field as keyof typeof address, field === 'email' ? ' Asha@Example.com ' : ` ${text}`);
  }
  expect(finishDelivery()).toEqual(address);
});

test('a phone and a PIN code keep their digits only', async () => {
  const { editDelivery, $delivery } = await open();
  editDelivery('phone', '+91 98765-43210');
  editDelivery('zipcode', '560 001');
  expect($delivery.get()).toMatchObject({ phone: '919876543210', zipcode: '560001' });
});
