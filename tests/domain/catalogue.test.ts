import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import {
  countFacets,
  type Facets,
  type Filter,
  filterProducts,
  noFilter,
  sizes,
  sorts,
  subCategories,
} from '../../src/domain/catalogue.ts';
import { shop } from '../../src/domain/config.ts';
import { forAll } from '../support/for-all.ts';

const types = subCategories.map(({ name }) => name);
const { max } = shop.priceRangePaise;

const facets: fc.Arbitrary<Facets> = fc.record({
  id: fc.stringMatching(/^[a-z]{1,6}$/),
  pricePaise: fc.integer({ min: 1, max: max + 5_000_00 }),
  sizes: fc.subarray([...sizes]),
  subCategory: fc.constantFrom(...types),
  addedOn: fc.constantFrom('2025-12-31', '2026-01-01', '2026-09-11', '2026-10-02'),
});
const products = fc.uniqueArray(facets, { selector: ({ id }) => id, maxLength: 25 });
const filter: fc.Arbitrary<Filter> = fc.record({
  types: fc.subarray(types),
  sizes: fc.subarray([...sizes]),
  minPricePaise: fc.integer({ min: 0, max }),
  maxPricePaise: fc.integer({ min: 0, max }),
  sort: fc.constantFrom(...sorts.map(({ id }) => id), '' as const),
});

const ids = (list: readonly Facets[]) => list.map(({ id }) => id);

describe('filtering', () => {
  test('keeps exactly the products that every chosen facet allows', () => {
    forAll(products, filter, (all, wanted) => {
      const kept = new Set(ids(filterProducts(all, wanted)));
      for (const product of all) {
        const fits =
          (wanted.types.length === 0 || wanted.types.includes(product.subCategory)) &&
          (wanted.sizes.length === 0 || product.sizes.some((size) => wanted.sizes.includes(size))) &&
          product.pricePaise >= wanted.minPricePaise &&
          (wanted.maxPricePaise === max || product.pricePaise <= wanted.maxPricePaise);
        expect(kept.has(product.id)).toBe(fits);
      }
    });
  });

  test('no filter keeps every product, also above the upper end of the price range', () => {
    forAll(products, (all) => {
      expect(filterProducts(all, noFilter)).toHaveLength(all.length);
    });
  });
});

describe('sorting', () => {
  const sold = (id: string) => id.length;

  test('the order does not depend on the order of the input', () => {
    forAll(products, filter, (all, wanted) => {
      expect(ids(filterProducts([...all].reverse(), wanted, sold))).toEqual(
        ids(filterProducts(all, wanted, sold)),
      );
    });
  });

  test.each([
    ['price-asc', (a: Facets, b: Facets) => a.pricePaise <= b.pricePaise],
    ['price-desc', (a: Facets, b: Facets) => a.pricePaise >= b.pricePaise],
    ['newest', (a: Facets, b: Facets) => a.addedOn >= b.addedOn],
    ['', (a: Facets, b: Facets) => a.addedOn >= b.addedOn],
    ['bestseller', (a: Facets, b: Facets) => sold(a.id) >= sold(b.id)],
  ] as const)('"%s" sorts every pair of neighbours', (sort, holds) => {
    forAll(products, (all) => {
      const sorted = filterProducts(all, { ...noFilter, sort }, sold);
      for (const [at, product] of sorted.entries()) {
        const next = sorted[at + 1];
        if (next) expect(holds(product, next)).toBe(true);
      }
    });
  });

  test.each(['', 'newest'] as const)(
    'the first row of "%s" can be bought, and early orders follow it',
    (sort) => {
      const days = ['01', '02', '03', '04', '05', '06', '07'];
      const all = days.map((day): Facets => {
        const id = `p-${day}`;
        const rest = { sizes: [], subCategory: 'Hoodie', pricePaise: 1, addedOn: `2026-10-${day}` };
        return { id, ...rest, earlyOrder: day > '05' };
      });
      expect(ids(filterProducts(all, { ...noFilter, sort }))).toEqual(
        ['05', '04', '03', '02', '07', '06', '01'].map((day) => `p-${day}`),
      );
      expect(ids(filterProducts(all, { ...noFilter, sort: 'price-asc' }))[5]).toBe('p-06');
    },
  );
});

test('a sold-out product stands behind the first row, and all others keep their order', () => {
  const all = ['01', '02', '03', '04', '05', '06', '07', '08'].map((day): Facets => ({
    id: `p-${day}`,
    sizes: [],
    subCategory: 'Hoodie',
    pricePaise: 1,
    addedOn: `2026-10-${day}`,
    earlyOrder: day === '08',
    soldOut: day === '07' || day === '05' || day === '01',
  }));
  expect(ids(filterProducts(all, noFilter))).toEqual(
    ['06', '04', '03', '02', '08', '07', '05', '01'].map((day) => `p-${day}`),
  );
  expect(ids(filterProducts(all, { ...noFilter, sort: 'price-desc' }))[0]).toBe('p-01');
});

test('each value of a facet is counted as if the other facets stay', () => {
  forAll(products, filter, (all, wanted) => {
    const counts = countFacets(all, wanted);
    const shown = (own: Partial<Filter>) => filterProducts(all, { ...wanted, ...own }).length;
    for (const type of types) expect(counts.types[type] ?? 0).toBe(shown({ types: [type] }));
    for (const size of sizes) expect(counts.sizes[size] ?? 0).toBe(shown({ sizes: [size] }));
  });
});
