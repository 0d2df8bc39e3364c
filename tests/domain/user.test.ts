import fc from 'fast-check';
import { expect, test } from 'vitest';
import {
  acceptedNow,
  isAcceptablePassword,
  isBirthday,
  isEmail,
  normaliseEmail,
  passwordLength,
  splitName,
} from '../../src/domain/user.ts';
import { forAll } from '../support/for-all.ts';

test('an ordinary email is valid in any case and with outer spaces', () => {
  const part = fc.stringMatching(/^[a-z0-9]{1,12}$/);
  forAll(part, part, part, (name, host, top) => {
    expect(isEmail(`${name}@${host}.${top}`)).toBe(true);
    expect(isEmail(` ${name}.x+tag@${host.toUpperCase()}.${top} `)).toBe(true);
  });
});

const controls = [
  '\u0000',
  '\u001B',
  '\u007F',
  '\u009B',
  '\u00AD',
  '\u200B',
  '\u200D',
  '\u202E',
  '\u2066',
  '\uFEFF',
  '\uD800',
];

test.each([
  '',
  'asha',
  'asha@',
  '@example.com',
  'asha@example',
  'a b@example.com',
  'a@b@example.com',
  'a@.com',
  'a@x..com',
  'a@\u212Aelvin.com',
  ...controls.map((control) => `as${control}ha@example.com`),
])('"%s" is no email', (text) => expect(isEmail(text)).toBe(false));

test('an email that is too long is refused', () => {
  expect(isEmail(`${'a'.repeat(65)}@example.com`)).toBe(false);
  expect(isEmail(`a@${'b'.repeat(260)}.com`)).toBe(false);
});

test('a hostile text is answered quickly', () => {
  expect(isEmail(`a@${'a.'.repeat(20_000)}`)).toBe(false);
});

test('one mailbox has one normal form, which does not change again', () => {
  forAll(fc.string(), (text) => {
    expect(normaliseEmail(normaliseEmail(text))).toBe(normaliseEmail(text));
  });
  expect(normaliseEmail('  Asha@Example.COM ')).toBe('asha@example.com');
});

test('passwords have 8 to 128 characters', () => {
  expect(passwordLength).toEqual({ min: 8, max: 128 });
  forAll(fc.string({ maxLength: 200 }), (password) => {
    expect(isAcceptablePassword(password)).toBe(password.length >= 8 && password.length <= 128);
  });
});

test.each([
  ['Asha Rao', 'Asha', 'Rao'],
  ['  Asha  Devi   Rao ', 'Asha Devi', 'Rao'],
  ['Asha', 'Asha', ''],
  ['', '', ''],
])('“%s” is split into “%s” and “%s”', (name, firstName, lastName) => {
  expect(splitName(name)).toEqual({ firstName, lastName });
});

test.each([
  ['2001-05-30', true],
  ['2026-11-20', true],
  ['1906-01-01', true],
  ['2026-11-21', false],
  ['1905-12-31', false],
  ['2001-02-29', false],
  ['2001-13-01', false],
  ['2001-5-30', false],
  ['12001-05-30', false],
  ['2001-05-301', false],
  ['', false],
])('on 20 November 2026, “%s” is a birthday: %s', (text, is) => {
  expect(isBirthday(text, '2026-11-20')).toBe(is);
});

test('each version of the two texts is accepted once', () => {
  const first = acceptedNow([], { terms: '2026-11-20', privacy: '2026-11-20' }, 1);
  expect(first).toEqual([{ terms: '2026-11-20', privacy: '2026-11-20', at: 1 }]);
  expect(acceptedNow(first, { terms: '2026-11-20', privacy: '2026-11-20' }, 2)).toBe(first);
  for (const changed of [{ terms: '2026-12-01' }, { privacy: '2026-12-01' }]) {
    const texts = { terms: '2026-11-20', privacy: '2026-11-20', ...changed };
    expect(acceptedNow(first, texts, 2)).toEqual([...first, { ...texts, at: 2 }]);
  }
});
