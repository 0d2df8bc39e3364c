import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import fc from 'fast-check';
import { afterAll, expect, test } from 'vitest';
import { openProducts, productsFile } from '../../netlify/storage/products.ts';
import { catalogue } from '../../src/content/snapshot.ts';
import type { Product } from '../../src/domain/product.ts';

const folder = mkdtempSync(join(tmpdir(), 'taana-products-'));
afterAll(() => rmSync(folder, { recursive: true }));

function opened(products: readonly Product[]) {
  const path = join(folder, 'products.jsonl');
  writeFileSync(path, productsFile(products, 'this one'));
  return openProducts(path);
}

const [own] = catalogue;
if (!own) throw new Error('The catalogue is empty');

const text = fc.oneof(
  fc.string({ unit: 'grapheme' }),
  fc.constantFrom('"', '\n', '{"id":"a",', '\u2028', '₹', 'साड़ी'),
);
const anyProduct: fc.Arbitrary<Product> = fc
  .record({
    id: fc.stringMatching(/^[a-z0-9]{1,3}(?:-[a-z0-9]{1,2})?$/),
    name: text,
    description: text,
    pricePaise: fc.nat(),
    sizes: fc.subarray(['S', 'M', 'L']),
    subCategory: fc.constantFrom('Hoodie', 'Shirts'),
    addedOn: fc.constantFrom('2026-01-01', '2026-11-20'),
    bestsellerSeed: fc.nat(),
  })
  .map((fields) => ({ ...own, ...fields }));
const anyCatalogue = fc
  .uniqueArray(anyProduct, { selector: ({ id }) => id, maxLength: 100, size: 'max' })
  .map((products) => products.sort((a, b) => (a.id < b.id ? -1 : 1)));

test('every product of any catalogue is found by its id, unchanged, and no other id is found', () => {
  fc.assert(
    fc.property(anyCatalogue, fc.array(fc.string()), (products, others) => {
      const { byId, listed, edition } = opened(products);
      expect(edition).toBe('this one');
      for (const product of products) expect(byId(product.id)).toEqual(product);
      const ids = new Set(products.map(({ id }) => id));
      for (const id of ['', '~', 'constructor', '"', ...others, ...[...ids].map((known) => `${known}0000`)]) {
        expect(byId(id)?.id).toBe(ids.has(id) ? id : undefined);
      }
      expect(listed()).toEqual(
        products.map(({ id, pricePaise, addedOn, bestsellerSeed, sizes, subCategory, earlyOrder }) => {
          return { id, pricePaise, addedOn, bestsellerSeed, sizes, subCategory, earlyOrder };
        }),
      );
    }),
  );
});

test('an open file is not changed by its replacement', () => {
  const before = opened([own]);
  rmSync(join(folder, 'products.jsonl'));
  const after = opened([{ ...own, pricePaise: own.pricePaise + 1 }]);
  expect(before.byId(own.id)?.pricePaise).toBe(own.pricePaise);
  expect(after.byId(own.id)?.pricePaise).toBe(own.pricePaise + 1);
});

test('a truncated file is not read as a smaller catalogue', () => {
  const path = join(folder, 'cut.jsonl');
  writeFileSync(path, productsFile(catalogue, 'cut').subarray(0, -100));
  expect(() => openProducts(path)).toThrow();
});
