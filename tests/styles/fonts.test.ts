import { readFile } from 'node:fs/promises';
import { globSync } from 'node:fs';
import { Blob, Face } from 'harfbuzzjs';
import subsetFont from 'subset-font';
import { expect, test } from 'vitest';
import { brand } from '../../src/domain/config.ts';

/** All letters that the shop or its editor may write; a subset font has some of them. */
const letters = Array.from({ length: 0x2100 }, (_, code) => code + 32).filter((code) => code < 0xd800);

/** The letters of a subset font, as code points. */
async function lettersOf(file: string): Promise<number[]> {
  const cut = await readFile(new URL(`../../src/assets/fonts/${file}.woff2`, import.meta.url));
  const all = String.fromCodePoint(...letters);
  const plain = await subsetFont(cut, all, { targetFormat: 'sfnt' });
  const face = new Face(new Blob(new Uint8Array(plain).buffer));
  return [...face.collectUnicodes()].sort((a, b) => a - b);
}

const rangeOf = (codes: readonly number[]) => codes.map((code) => `U+${code.toString(16)}`.toUpperCase());

const textOf = (file: string) => readFile(new URL(`../../src/${file}`, import.meta.url), 'utf8');

/** The family of a rule, with the tokens that it uses. */
async function familyOf(file: string, rule: string): Promise<string> {
  const css = await textOf(file);
  const from = css.indexOf(`${rule} {`);
  expect(from, `a rule for ${rule} in ${file}`).toBeGreaterThanOrEqual(0);
  const [, family = ''] = /font-family:\s*([^;}]+);/.exec(css.slice(from, css.indexOf('}', from))) ?? [];
  return family;
}

test('the font of the brand’s script has only the letters of the brand, and claims no others', async () => {
  const brands = [...new Set(brand.nativeName)]
    .map((letter) => letter.codePointAt(0) ?? 0)
    .sort((a, b) => a - b);
  expect(await lettersOf('anek-native')).toEqual(brands);
  const [, claimed = ''] = /unicode-range:\s*([^;]+);/.exec(await textOf('editor/preview.css')) ?? [];
  expect(claimed.toUpperCase().split(', ')).toEqual(rangeOf(brands));
});

test('only the tab uses the font of the brand’s script', async () => {
  const wearers = globSync('src/**/*.{css,astro,tsx}').filter(
    (file) => !/fallback-fonts\.css|editor\/preview\.css/.test(file),
  );
  const found: string[] = [];
  for (const file of wearers) {
    const text = await readFile(file, 'utf8');
    found.push(...(text.match(/var\(--font-anek-native\)/g) ?? []).map(() => file));
  }
  expect(found).toEqual(['src/styles/controls.css']);
  expect(await familyOf('styles/controls.css', '.tab')).toContain('var(--font-anek-native)');
});

test.each([
  ['styles/fields.css', '.field-input,\n  .written'],
  ['components/shop/tax-sheet.css', '.tax-sheet'],
])('fields, names, addresses and invoices use the font of the phone: %s %s', async (file, rule) => {
  expect(await familyOf(file, rule)).toBe('var(--font-phone)');
  const [, phone = ''] = /--font-phone:\s*([^;]+);/.exec(await textOf('styles/tokens.css')) ?? [];
  expect(phone).toMatch(/sans-serif$/);
  expect(phone).not.toMatch(/anek/i);
});

test.each([
  ['features/checkout/SavedAddresses.tsx', 'written'],
  ['features/profile/Addresses.tsx', 'written'],
  ['features/desk/orders/OrderAddress.tsx', 'written'],
  ['components/shop/TaxSheet.tsx', 'tax-sheet'],
  ['features/desk/packing/PackingSlip.tsx', 'tax-sheet'],
])('%s is such a place', async (file, name) => {
  expect(await textOf(file)).toMatch(new RegExp(`className="${name}[ "]`));
});
