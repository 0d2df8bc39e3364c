import fc from 'fast-check';
import { expect, test } from 'vitest';
import { isAcceptablePassword, isEmail, normaliseEmail, passwordLength } from '../../src/domain/user.ts';

test('every ordinary address is an e-mail address, with any case and outer space', () => {
  const part = fc.stringMatching(/^[a-z0-9]{1,12}$/);
  fc.assert(
    fc.property(part, part, part, (name, host, top) => {
      expect(isEmail(`${name}@${host}.${top}`)).toBe(true);
      expect(isEmail(` ${name}.x+tag@${host.toUpperCase()}.${top} `)).toBe(true);
    }),
  );
});

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
  ...[
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
  ].map((control) => `as${control}ha@example.com`),
])('"%s" is no e-mail address', (text) => expect(isEmail(text)).toBe(false));

test('an address that no letter box takes is refused', () => {
  expect(isEmail(`${'a'.repeat(65)}@example.com`)).toBe(false);
  expect(isEmail(`a@${'b'.repeat(260)}.com`)).toBe(false);
});

test('a hostile text is answered at once', () => {
  expect(isEmail(`a@${'a.'.repeat(20_000)}`)).toBe(false);
});

test('one mailbox has one form, and that form stays', () => {
  fc.assert(
    fc.property(fc.string(), (text) => {
      expect(normaliseEmail(normaliseEmail(text))).toBe(normaliseEmail(text));
    }),
  );
  expect(normaliseEmail('  Asha@Example.COM ')).toBe('asha@example.com');
});

test('passwords have 8 to 128 characters', () => {
  expect(passwordLength).toEqual({ min: 8, max: 128 });
  fc.assert(
    fc.property(fc.string({ maxLength: 200 }), (password) => {
      expect(isAcceptablePassword(password)).toBe(password.length >= 8 && password.length <= 128);
    }),
  );
});
