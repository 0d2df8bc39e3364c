import fc from 'fast-check';
import { expect, test } from 'vitest';
import { financialYearOf, financialYearsOf, serialOf } from '../../src/domain/tax-document.ts';
import { amountInWords } from '../../src/domain/amount-in-words.ts';
import { forAll } from '../support/for-all.ts';

/** A time in India. */
const india = (text: string) => Date.parse(`${text}+05:30`);

test.each([
  ['2026-04-01T00:00:00.000', '26-27'],
  ['2026-03-31T23:59:59.999', '25-26'],
  ['2027-01-01T12:00:00.000', '26-27'],
  ['2026-12-31T12:00:00.000', '26-27'],
  ['2099-04-01T00:00:00.000', '99-00'],
])('%s in India is in the financial year %s', (time, year) => {
  expect(financialYearOf(india(time))).toBe(year);
});

test('a financial year is twelve months in India, at any time', () => {
  forAll(
    fc.date({ min: new Date('2020-01-01'), max: new Date('2090-01-01'), noInvalidDate: true }),
    (date) => {
      const [first = 0] = financialYearOf(date.getTime()).split('-').map(Number);
      expect(date.getTime()).toBeGreaterThanOrEqual(india(`20${first}-04-01T00:00:00.000`));
      expect(date.getTime()).toBeLessThan(india(`20${first + 1}-04-01T00:00:00.000`));
    },
  );
});

test.each([
  ['one day', '2026-11-20T00:00:00.000', '2026-11-20T23:59:59.999', ['26-27']],
  ['the turn of a year', '2026-03-31T23:59:59.999', '2026-04-01T00:00:00.000', ['25-26', '26-27']],
  ['several', '2098-01-01T00:00:00.000', '2100-04-01T00:00:00.000', ['97-98', '98-99', '99-00', '00-01']],
])('the financial years of a time span are all that it overlaps: %s', (_, from, to, years) => {
  expect(financialYearsOf(india(from), india(to))).toEqual(years);
});

test('a serial has at most sixteen characters, all allowed by the rule', () => {
  forAll(
    fc.constantFrom('IN' as const, 'CN' as const),
    fc.integer({ min: 1, max: 9_999_999 }),
    fc.integer({ min: 0, max: 4_000_000_000_000 }),
    (series, number, issuedAt) => {
      expect(serialOf(series, { number, issuedAt })).toMatch(/^[A-Z0-9/-]{1,16}$/);
    },
  );
  const issuedAt = india('2026-11-20T10:00:00.000');
  expect(serialOf('IN', { number: 42, issuedAt })).toBe('IN/26-27/000042');
  expect(serialOf('CN', { number: 1, issuedAt })).toBe('CN/26-27/000001');
});

test.each([
  [0, 'Rupees Zero Only'],
  [1_00, 'Rupees One Only'],
  [2_609_50, 'Rupees Two Thousand Six Hundred Nine and Fifty Paise Only'],
  [1_00_000_00, 'Rupees One Lakh Only'],
  [
    12_34_567_89,
    'Rupees Twelve Lakh Thirty-Four Thousand Five Hundred Sixty-Seven and Eighty-Nine Paise Only',
  ],
  [3_00_00_040_00, 'Rupees Three Crore Forty Only'],
])('%i paise are written in words as in India', (paise, words) => {
  expect(amountInWords(paise)).toBe(words);
});
