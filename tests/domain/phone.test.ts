import fc from 'fast-check';
import { expect, test } from 'vitest';
import { isCompletePhone, nationalDigits, phoneFromInput } from '../../src/domain/phone.ts';

const digits = (length: number) => fc.stringMatching(new RegExp(`^[1-9]\\d{${length - 1}}$`));
const noise = fc.constantFrom('', ' ', '-', '(', ') ', '.');

test('whatever is typed, at most twelve digits are kept and nothing else', () => {
  fc.assert(
    fc.property(fc.string(), (text) => {
      expect(phoneFromInput(text)).toMatch(/^\d{0,12}$/);
    }),
  );
});

test('ten digits get 91 in front, also when they begin with 91', () => {
  fc.assert(
    fc.property(digits(10), (number) => {
      expect(phoneFromInput(number)).toBe(`91${number}`);
      expect(isCompletePhone(phoneFromInput(number))).toBe(true);
    }),
  );
  expect(phoneFromInput('9123456789')).toBe('919123456789');
});

test('twelve digits beginning with 91 are kept, with a plus, zeros or spaces too', () => {
  fc.assert(
    fc.property(digits(10), noise, (number, gap) => {
      for (const prefix of ['91', '+91', '0091', '+91 ']) {
        expect(phoneFromInput(`${prefix}${gap}${number}`)).toBe(`91${number}`);
      }
    }),
  );
});

test('a trunk zero goes', () => {
  fc.assert(
    fc.property(digits(10), (number) => {
      expect(phoneFromInput(`0${number}`)).toBe(`91${number}`);
    }),
  );
});

test('what is stored stays as it is when it is read again', () => {
  fc.assert(
    fc.property(fc.string(), digits(10), (text, number) => {
      const stored = phoneFromInput(`${text}${number}`);
      if (isCompletePhone(stored)) expect(phoneFromInput(stored)).toBe(stored);
    }),
  );
});

test('the field shows the ten digits of a complete number and reading them gives the number back', () => {
  fc.assert(
    fc.property(digits(10), (number) => {
      const stored = phoneFromInput(number);
      expect(nationalDigits(stored)).toBe(number);
      expect(phoneFromInput(nationalDigits(stored))).toBe(stored);
    }),
  );
});

test('typing digit by digit ends at the number, and taking the last one away opens it again', () => {
  fc.assert(
    fc.property(digits(10), (number) => {
      let shown = '';
      for (const digit of number) shown = nationalDigits(phoneFromInput(shown + digit));
      expect(shown).toBe(number);
      expect(nationalDigits(phoneFromInput(shown.slice(0, -1)))).toBe(number.slice(0, -1));
    }),
  );
});

test.each(['', '98765', '9876543210', '9198765432101', '929876543210', '91987654321x'])(
  '"%s" is not complete',
  (phone) => {
    expect(isCompletePhone(phone)).toBe(false);
  },
);
