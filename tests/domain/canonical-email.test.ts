import fc from 'fast-check';
import { expect, test } from 'vitest';
import { mailboxOf, legacyMailboxOf } from '../../src/domain/canonical-email.ts';
import { isEmail } from '../../src/domain/user.ts';
import { forAll } from '../support/for-all.ts';

test('a plus tag does not change the mailbox; other emails are different mailboxes', () => {
  expect(mailboxOf('asha+shop@example.com')).toBe('asha@example.com');
  expect(mailboxOf('asha+a+b@example.com')).toBe('asha@example.com');
  for (const email of [
    'asha@example.com',
    'a.sha@example.com',
    '+asha@example.com',
    'asha-rao@example.com',
    'asha@plus+example.com',
    'a.sha@outlook.com',
    'asha-rao@hotmail.com',
    'a.sha@yahoo.in',
    'asha_rao@gmail.com',
    'asha-rao@gmail.com',
    'asha@gmail.com.example',
    'asha@notgmail.com',
  ]) {
    expect(mailboxOf(email)).toBe(email);
  }
});

test.each([
  ['Gmail', 'asharao@gmail.com', ['asha.rao@gmail.com', 'a.s.h.a.rao+x@gmail.com', 'asharao@googlemail.com']],
  ['Outlook', 'asha@outlook.com', ['asha+taana@outlook.com']],
  ['Hotmail', 'asha@hotmail.com', ['asha+1@hotmail.com']],
  ['Live', 'asha@live.in', ['asha+1@live.in']],
  ['Yahoo', 'asha@yahoo.co.in', ['asha-shop@yahoo.co.in', 'asha-a-b@yahoo.co.in', 'asha+1@yahoo.co.in']],
  ['iCloud', 'asha@icloud.com', ['asha+1@icloud.com', 'asha@me.com', 'asha@mac.com']],
  ['Proton', 'asharao@proton.me', ['asha.rao@proton.me', 'asha-rao@pm.me', 'asha_rao+1@protonmail.com']],
  ['Fastmail', 'asha@fastmail.com', ['asha+1@fastmail.com', 'shop@asha.fastmail.com']],
  ['Yandex', 'asharao@yandex.com', ['asha.rao@yandex.ru', 'asha-rao@ya.ru']],
  ['Zoho', 'asha@zohomail.in', ['asha+1@zohomail.in']],
])('%s: every spelling of one mailbox is that mailbox', (_name, mailbox, spellings) => {
  expect(mailboxOf(mailbox)).toBe(mailbox);
  for (const email of spellings) expect([email, mailboxOf(email)]).toEqual([email, mailbox]);
});

test('a mailbox is an email, and its own mailbox', () => {
  const name = fc.stringMatching(/^[a-z0-9][a-z0-9.+_-]{0,20}$/);
  const domain = fc.constantFrom('gmail.com', 'yahoo.in', 'pm.me', 'x.fastmail.com', 'ya.ru', 'example.com');
  forAll(name, domain, (local, host) => {
    const mailbox = mailboxOf(`${local}@${host}`);
    expect(isEmail(mailbox)).toBe(true);
    expect(mailboxOf(mailbox)).toBe(mailbox);
  });
});

test('counters from before the rules are still found', () => {
  expect(legacyMailboxOf('a.sha+1@gmail.com')).toBe('a.sha@gmail.com');
});
