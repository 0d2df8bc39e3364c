import { beforeEach, expect, test } from 'vitest';
import { authMessages } from '../../../src/contract/messages/account.ts';
import { fieldMessages } from '../../../src/contract/messages/address.ts';
import { ok, openBrowser, refused, useBrowser } from '../fake-browser.ts';
import { openStores } from '../open-stores.ts';

const browser = useBrowser(() => openBrowser('/login'));
beforeEach(() => {
  browser.says('user.forgot', () => ({ ...ok, message: authMessages.forgotSent }));
});

const open = () => openStores('page', 'session');

test('the email is sent in its normal form, once', async () => {
  const { askForLink, $forgotten } = await open();
  await Promise.all([askForLink(' Asha@Example.com '), askForLink('asha@example.com')]);
  expect(browser.asked.map(({ body }) => body)).toEqual([{ email: 'asha@example.com' }]);
  expect($forgotten.get()).toMatchObject({ sent: authMessages.forgotSent, isSending: false });
});

test('an invalid email is marked at each try and not sent', async () => {
  const { askForLink, clearForgotten, $forgotten } = await open();
  await askForLink('asha');
  expect($forgotten.get()).toMatchObject({ problems: { email: fieldMessages.email }, markings: 1 });
  clearForgotten();
  const { problems, markings } = $forgotten.get();
  expect({ problems, markings }).toEqual({ problems: {}, markings: 1 });
  await askForLink('');
  expect($forgotten.get().markings).toBe(2);
  expect(browser.asked).toEqual([]);
});

test.each(['too-many', 'network'] as const)(
  'a failure of kind %s is shown in the form and as a toast',
  async (kind) => {
    if (kind === 'network') browser.network.isUp = false;
    else browser.says('user.forgot', () => refused(kind, 'Too many tries.'));
    const { askForLink, $forgotten, $toasts } = await open();
    await askForLink('asha@example.com');
    expect($forgotten.get().message).toBe($toasts.get()[0]?.text);
    expect($forgotten.get().sent).toBeNull();
  },
);

test('an email that the server refuses is marked', async () => {
  browser.says('user.forgot', () => ({ ...refused('invalid'), fields: { email: fieldMessages.email } }));
  const { askForLink, $forgotten } = await open();
  await askForLink('asha@example.com');
  expect($forgotten.get()).toMatchObject({
    problems: { email: fieldMessages.email },
    message: null,
    markings: 1,
  });
});
