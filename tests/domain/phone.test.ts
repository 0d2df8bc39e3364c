import fc from 'fast-check';
import { expect, test } from 'vitest';
import { isCompletePhone, nationalDigits, phoneFromInput, phoneProblem } from '../../src/domain/phone.ts';
import { forAll } from '../support/for-all.ts';

const digits = (length: number) => fc.stringMatching(new RegExp(`^[1-9]\\d{${length - 1}}$`));
const noise = fc.constantFrom('', ' ', '-', '(', ') ', '.');

test('at most twelve digits are kept of any input, or a plus and a foreign number', () => {
  forAll(fc.oneof(fc.string(), fc.stringMatching(/^[+0-9 ]{0,24}$/)), (text) => {
    expect(phoneFromInput(text)).toMatch(/^(?:\d{0,12}|\+\d{0,15})$/);
  });
});

test.each(['', '91', '+91', '0091', '+91 '])(
  'ten digits are stored with 91 in front, if they follow “%s”, a gap or a trunk zero',
  (prefix) => {
    forAll(digits(10), noise, fc.constantFrom('', '0'), (number, gap, trunkZero) => {
      const stored = phoneFromInput(`${prefix}${gap}${trunkZero}${number}`);
      expect(stored).toBe(`91${number}`);
      expect(isCompletePhone(stored)).toBe(true);
    });
    expect(phoneFromInput(`${prefix}9123456789`)).toBe('919123456789');
  },
);

test('the field shows the ten digits of a complete number, and reading them returns the number', () => {
  forAll(digits(10), (number) => {
    const stored = phoneFromInput(number);
    expect(nationalDigits(stored)).toBe(number);
    expect(phoneFromInput(nationalDigits(stored))).toBe(stored);
  });
});

test('typing digit by digit ends at the number, and deleting the last one makes it incomplete again', () => {
  forAll(digits(10), (number) => {
    let shown = '';
    for (const digit of number) shown = nationalDigits(phoneFromInput(shown + digit));
    expect(shown).toBe(number);
    expect(nationalDigits(phoneFromInput(shown.slice(0, -1)))).toBe(number.slice(0, -1));
  });
});

test('an eleventh digit after ten that begin with 91 stays visible, and deleting it restores the number', () => {
  const shown = nationalDigits(phoneFromInput('91678901234'));
  expect(shown).toBe('91678901234');
  expect(phoneProblem(phoneFromInput(shown))).toBe('invalid');
  expect(phoneFromInput(shown.slice(0, -1))).toBe('919167890123');
});

test.each(['+91 98765 432101', '0091 98765 432101', '919876543210123'])(
  'what follows twelve digits with 91 is cut off: %s',
  (text) => {
    expect(phoneFromInput(text)).toBe('919876543210');
  },
);

test.each(['', '98765', '9876543210', '9198765432101', '929876543210', '91987654321x'])(
  '"%s" is not complete',
  (phone) => {
    expect(isCompletePhone(phone)).toBe(false);
  },
);

test.each([
  ['+1 415 555 0123', '+14155550123', 'foreign'],
  ['0014155550123', '+14155550123', 'foreign'],
  ['+44 20 7946 0958', '+442079460958', 'foreign'],
  ['+977 9841234567', '+9779841234567', 'foreign'],
  ['14155550123', '14155550123', 'invalid'],
  ['98765432101', '98765432101', 'invalid'],
  ['1234567890', '911234567890', 'not-mobile'],
  ['022 2345 6789', '912223456789', 'not-mobile'],
  ['+91 5876543210', '915876543210', 'not-mobile'],
  ['+91 98765', '+9198765', 'invalid'],
  ['+', '+', 'invalid'],
  ['', '', 'invalid'],
  ['6000000000', '916000000000', null],
  ['+91 98765 43210', '919876543210', null],
])('“%s” is stored as "%s" and reported as %j', (text, kept, problem) => {
  expect(phoneFromInput(text)).toBe(kept);
  expect(phoneProblem(kept)).toBe(problem);
});

test('a number with 91 or +91 can be typed key by key', () => {
  for (const typed of ['+91 98765 43210', '+91 098765 43210', '919876543210']) {
    let shown = '';
    for (const key of typed) shown = nationalDigits(phoneFromInput(shown + key));
    expect(shown, typed).toBe('9876543210');
  }
});
