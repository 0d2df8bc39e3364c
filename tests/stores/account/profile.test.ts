import { beforeEach, expect, test } from 'vitest';
import { fieldMessages } from '../../../src/contract/messages/address.ts';
import { profileMessages } from '../../../src/contract/messages/account.ts';
import type { Reply } from '../../../src/contract/routes.ts';
import { late, ok, openBrowser, refused, signIn, useBrowser } from '../fake-browser.ts';
import { wireUser } from '../wire.ts';
import { openStores } from '../open-stores.ts';

const browser = useBrowser(() => signIn(openBrowser('/profile')));
beforeEach(() => {
  browser.says('user.profile', () => ({ ...ok, user: asha }));
});

const open = () => openStores('account', 'cart', 'orders', 'page', 'session', 'wishlist');

const asha = wireUser;
const { _id, createdAt, updatedAt, pendingEmail, hasPassword, emailConfirmed, ...ashaFields } = asha;

const edited = async () => {
  const stores = await open();
  await stores.loadProfile();
  stores.editProfile();
  return stores;
};

test('the profile is read-only as loaded until Edit', async () => {
  const { loadProfile, typeProfile, $profileForm, $profile } = await open();
  expect($profile.get()).toBeNull();
  await loadProfile();
  expect($profileForm.get()).toMatchObject({
    isEditing: false,
    values: { name: 'Asha Rao', gender: 'female' },
  });
  typeProfile('name', 'Nobody');
  expect($profileForm.get().values.name).toBe('Asha Rao');
});

test('Save Changes sends the changed fields and the unchanged ones as loaded', async () => {
  const updated = { ...asha, name: 'Asha Iyer' };
  browser.says('user.save-profile', () => ({ ...ok, user: updated, message: 'kept' }));
  const { typeProfile, saveProfile, $profileForm, $profile, $toasts } = await edited();
  typeProfile('name', ' Asha Iyer ');
  typeProfile('phone', '+91 90000 00001');
  typeProfile('gender', 'other');
  await saveProfile();
  expect(browser.asked.at(-1)).toMatchObject({
    name: 'user.save-profile',
    token: 't0ken',
    body: { ...ashaFields, name: 'Asha Iyer', phone: '919000000001', gender: 'other' },
  });
  expect($profile.get()).toEqual(updated);
  expect($profileForm.get()).toMatchObject({ isEditing: false, values: { name: 'Asha Iyer' } });
  expect($toasts.get()).toMatchObject([{ kind: 'success', text: profileMessages.updated }]);
  expect(browser.tab.has('taana-profile')).toBe(false);
});

test('Cancel restores the loaded values and forgets what was typed', async () => {
  const { typeProfile, cancelProfile, $profileForm } = await edited();
  typeProfile('name', 'Somebody');
  expect(browser.tab.get('taana-profile')).toContain('Somebody');
  cancelProfile();
  expect($profileForm.get()).toMatchObject({ isEditing: false, values: { name: 'Asha Rao' } });
  expect(browser.tab.has('taana-profile')).toBe(false);
});

test('a new email waits for its confirmation, and a message names it', async () => {
  browser.says('user.save-profile', () => ({
    ...ok,
    user: { ...asha, pendingEmail: 'new@example.com' },
    message: 'kept',
  }));
  const { typeProfile, saveProfile, $profileForm, $toasts } = await edited();
  typeProfile('email', ' New@Example.com ');
  await saveProfile();
  expect(browser.asked.at(-1)?.body).toMatchObject({ email: 'new@example.com' });
  expect($profileForm.get().values.email).toBe('asha@example.com');
  expect($toasts.get().map(({ text }) => text)).toEqual([
    profileMessages.updated,
    profileMessages.confirmSent('new@example.com'),
  ]);
});

test('saving another field keeps a new email that waits for its confirmation', async () => {
  const waiting = { ...asha, pendingEmail: 'new@example.com' };
  browser.says('user.profile', () => ({ ...ok, user: waiting }));
  browser.says('user.save-profile', () => ({ ...ok, user: waiting, message: 'kept' }));
  const { typeProfile, saveProfile, $profileForm, $toasts } = await edited();
  expect($profileForm.get().values.email).toBe('new@example.com');
  typeProfile('name', 'Asha Iyer');
  await saveProfile();
  expect(browser.asked.at(-1)?.body).toMatchObject({ email: 'new@example.com' });
  expect($profileForm.get().values.email).toBe('asha@example.com');
  expect($toasts.get().map(({ text }) => text)).toContain(profileMessages.confirmSent('new@example.com'));
});

test('an email that was confirmed elsewhere becomes the session’s at the next load', async () => {
  browser.says('user.profile', () => ({ ...ok, user: { ...asha, email: 'new@example.com' } }));
  const { loadProfile, $userEmail } = await open();
  await loadProfile();
  expect($userEmail.get()).toBe('new@example.com');
});

test.each([
  ['an email without a domain', 'email', 'asha@', fieldMessages.email],
  ['a phone number of nine digits', 'phone', '987654321', fieldMessages.phone],
  ['a birthday in the future', 'dateOfBirth', '2999-01-01', profileMessages.birthday],
] as const)('%s is marked and nothing is sent', async (_what, field, text, sentence) => {
  const { typeProfile, saveProfile, $profileForm } = await edited();
  typeProfile(field, text);
  await saveProfile();
  expect($profileForm.get()).toMatchObject({ isEditing: true, problems: { [field]: sentence }, markings: 1 });
  expect(browser.namesAsked()).toEqual(['user.profile']);
  typeProfile(field, 'x');
  expect($profileForm.get().problems).toEqual({});
});

test('an incomplete date is marked, although the field reads as empty', async () => {
  const { typeProfile, saveProfile, $profileForm } = await edited();
  typeProfile('dateOfBirth', '');
  await saveProfile(true);
  expect($profileForm.get().problems).toEqual({ dateOfBirth: profileMessages.birthday });
});

test('phone, birthday and gender may be empty', async () => {
  browser.says('user.save-profile', () => ({ ...ok, user: asha, message: 'kept' }));
  const { typeProfile, saveProfile } = await edited();
  typeProfile('phone', '');
  typeProfile('dateOfBirth', '');
  typeProfile('gender', '');
  await saveProfile();
  expect(browser.asked.at(-1)?.body).toMatchObject({ phone: '', dateOfBirth: '', gender: '' });
});

test('a refusal marks its fields, shows a message and keeps the form as typed', async () => {
  browser.says('user.save-profile', () => ({
    ...refused('taken', 'There is already an account with this email.'),
    fields: { email: 'Taken', country: 'unknown' },
  }));
  const { typeProfile, saveProfile, $profileForm, $toasts } = await edited();
  typeProfile('email', 'ravi@example.com');
  await saveProfile();
  expect($profileForm.get()).toMatchObject({
    isEditing: true,
    isSaving: false,
    problems: { email: 'Taken' },
    message: 'There is already an account with this email.',
    values: { email: 'ravi@example.com' },
    markings: 1,
  });
  expect($toasts.get()).toMatchObject([{ kind: 'error' }]);
});

test('without a network a message is shown, and typed text survives a reload', async () => {
  const { typeProfile, saveProfile, $profileForm, $toasts } = await edited();
  typeProfile('name', 'Asha Iyer');
  browser.network.isUp = false;
  await saveProfile();
  expect($profileForm.get()).toMatchObject({ isEditing: true, message: profileMessages.updateFailed });
  expect($toasts.get()).toMatchObject([{ text: profileMessages.updateFailed }]);

  const draft = browser.tab.get('taana-profile') ?? '';
  Object.assign(browser, openBrowser('/profile'));
  browser.localStorage['token'] = 't0ken';
  browser.tab.set('taana-profile', draft);
  browser.says('user.profile', () => ({ ...ok, user: asha }));
  const again = await open();
  await again.loadProfile();
  expect(again.$profileForm.get()).toMatchObject({ isEditing: true, values: { name: 'Asha Iyer' } });
});

test('a draft of another shopper is ignored', async () => {
  browser.tab.set('taana-profile', JSON.stringify({ owner: 'ravi1', values: { name: 'Ravi' } }));
  const { loadProfile, $profileForm } = await open();
  await loadProfile();
  expect($profileForm.get()).toMatchObject({ isEditing: false, values: { name: 'Asha Rao' } });
});

test('a tab that reloads while the form is open keeps what was typed', async () => {
  const { typeProfile, loadProfile, cancelProfile, $profileForm } = await edited();
  typeProfile('name', 'Asha Iyer');
  browser.says('user.profile', () => ({ ...ok, user: { ...asha, name: 'Asha R.' } }));
  await loadProfile();
  expect($profileForm.get()).toMatchObject({ isEditing: true, values: { name: 'Asha Iyer' } });
  cancelProfile();
  expect($profileForm.get().values.name).toBe('Asha R.');
});

test('a load that was running when the form was saved does not restore old values', async () => {
  const updated = { ...asha, name: 'Asha Iyer' };
  browser.says('user.save-profile', () => ({ ...ok, user: updated, message: 'kept' }));
  const { typeProfile, saveProfile, loadProfile, $profile } = await edited();
  const answer = late<Reply<'user.profile'>>();
  browser.says('user.profile', () => answer.promise);
  const loading = loadProfile();
  typeProfile('name', 'Asha Iyer');
  await saveProfile();
  answer.resolve({ ...ok, user: asha });
  await loading;
  expect($profile.get()?.name).toBe('Asha Iyer');
});

test('two taps on Save Changes are one call', async () => {
  const answer = late<Reply<'user.save-profile'>>();
  browser.says('user.save-profile', () => answer.promise);
  const { typeProfile, saveProfile, $profileForm } = await edited();
  const saving = saveProfile();
  typeProfile('name', 'Too late');
  await saveProfile();
  expect($profileForm.get()).toMatchObject({ isSaving: true, values: { name: 'Asha Rao' } });
  answer.resolve({ ...ok, user: asha, message: 'kept' });
  await saving;
  expect(browser.namesAsked()).toEqual(['user.profile', 'user.save-profile']);
});

test('a logout during saving removes the profile from this device', async () => {
  browser.says('user.logout', () => ok);
  const answer = late<Reply<'user.save-profile'>>();
  browser.says('user.save-profile', () => answer.promise);
  const { typeProfile, saveProfile, signOut, $profile, $profileForm, $toasts } = await edited();
  typeProfile('name', 'Asha Iyer');
  const saving = saveProfile();
  await signOut();
  answer.resolve({ ...ok, user: asha, message: 'kept' });
  await saving;
  expect($profile.get()).toBeNull();
  expect($profileForm.get()).toMatchObject({ isEditing: false, values: { name: '' } });
  expect(browser.tab.size).toBe(0);
  expect($toasts.get().map(({ text }) => text)).not.toContain(profileMessages.updated);
});
