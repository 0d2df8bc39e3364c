import { expect, test } from 'vitest';
import { isCommonPassword } from '../../netlify/identity/common-passwords.ts';
import list from '../../netlify/identity/common-passwords.json' with { type: 'json' };
import { isAcceptablePassword } from '../../src/domain/user.ts';

const passwords = list.passwords.flatMap((line) => line.split(' '));

test('the list has 3,000 passwords that are long enough to be accepted, and names its source', () => {
  expect(new Set(passwords).size).toBe(3_000);
  expect(passwords.filter((password) => !isAcceptablePassword(password))).toEqual([]);
  expect(passwords.filter((password) => password !== password.toLowerCase().normalize('NFKC'))).toEqual([]);
  expect(list.about).toContain('@zxcvbn-ts/language-common');
  expect(list.licence.join(' ')).toContain('Permission is hereby granted, free of charge');
});

test.each(['password', '12345678', 'iloveyou', 'Password1', 'QWERTYUIOP', 'ｐａｓｓｗｏｒｄ'])(
  '%s is a common password',
  (password) => {
    expect(isCommonPassword(password)).toBe(true);
  },
);

test.each(['warp and weft', 'password of mine', ' password', 'constructor', ''])(
  '%j is not in the list',
  (password) => {
    expect(isCommonPassword(password)).toBe(false);
  },
);
