import fc from 'fast-check';
import { expect, test } from 'vitest';
import { carriesWebAddress, oneLine, roomLeft, withoutControls } from '../../src/domain/text-limits.ts';
import { forAll } from '../support/for-all.ts';

test.each([
  'https://evil.example win',
  'HTTP://EVIL.EXAMPLE',
  'ftp://x',
  'www.evil.example',
  'go to evil.example/x now',
  'evil.example',
  'win@evil.example',
  'bücher.example',
  'xn--bcher-kva.xn--p1ai',
  't.co/abc',
  'x.com',
  '192.0.2.1',
  'ｅｖｉｌ．ｅｘａｍｐｌｅ',
  'evil。example',
  'evil.\u200Bexample',
  'ht\u200Btps://evil.example',
])('“%s” has a web address', (text) => expect(carriesWebAddress(text)).toBe(true));

test.each([
  'Asha Rao',
  'आशा राव',
  'A. P. J. Abdul Kalam',
  'M.G.Road',
  '12, M. G. Road, No.5',
  'Plot 4.5',
  'Jr.',
  'A/2, Block C',
])('“%s” has none', (text) => expect(carriesWebAddress(text)).toBe(false));

test.each([
  [49, 60, null],
  [50, 60, 10],
  [60, 60, 0],
  [70, 60, 0],
  [179, 200, null],
  [180, 200, 20],
])('%i characters in a field for %i leave %j', (length, most, left) =>
  expect(roomLeft('x'.repeat(length), most)).toBe(left),
);

test('no text takes long to check', () => {
  for (const text of ['1.'.repeat(50_000), 'a.'.repeat(50_000), '9'.repeat(100_000)]) {
    expect(carriesWebAddress(text)).toBeTypeOf('boolean');
  }
});

test('no text sends terminal commands, adds a line or hides a part of itself', () => {
  forAll(fc.string({ unit: 'binary' }), (text) => {
    expect(withoutControls(text)).not.toMatch(/[\p{Cc}\p{Zl}\p{Zp}]|(?![\u200C\u200D])\p{Cf}/u);
    expect(oneLine(text)).not.toMatch(/[\r\n]/);
  });
  expect(withoutControls('\u001B[2JAsha\u009B1m\u202Eoar\u2066\u200E\u200B')).toBe(' [2JAsha 1m oar ');
});

test('Indian scripts keep the marks that they need', () => {
  const name = 'क्\u200Dष र्\u200Cय';
  expect(oneLine(name)).toBe(name);
});
