import { expect, test } from 'vitest';
import { chunkGroups } from '../../src/integrations/code-split.ts';
import { isSliced, sliceOf } from '../../src/integrations/export-slices.ts';

const file = `import { limit } from './limit.js';
const price = (paise) => '₹' + paise / 100;
export const first = { text: 'second', most: limit };
export const second = { price: price(1) };
export function third() { return second; }`;

test('a slice has the statements that its export needs and no others', () => {
  expect(sliceOf(file, 'first', '/shop/a.ts')).toBe(
    "import { limit } from './limit.js';\nexport const first = { text: 'second', most: limit };",
  );
  expect(sliceOf(file, 'second', '/shop/a.ts')).toBe(
    "const price = (paise) => '₹' + paise / 100;\nexport const second = { price: price(1) };",
  );
});

test('a slice imports the other exports that it uses', () => {
  expect(sliceOf(file, 'third', '/shop/a.ts')).toBe(
    'import { second as second } from "/shop/a.ts?export=second";\nexport function third() { return second; }',
  );
});

test('a slice of an unknown export is refused', () => {
  expect(() => sliceOf(file, 'fourth', '/shop/a.ts')).toThrow('/shop/a.ts does not export fourth');
});

test('messages, labels, paths and constants are sliced, and every chunk names files and exports that exist', () => {
  const sliced = ['contract/messages/page.ts', 'contract/labels.ts', 'contract/paths.ts', 'domain/config.ts'];
  for (const path of sliced) expect(isSliced(`/shop/src/${path}`)).toBe(true);
  expect(isSliced('/shop/src/domain/money.ts')).toBe(false);
  expect(chunkGroups().length).toBeGreaterThan(5);
});
