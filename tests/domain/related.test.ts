import fc from 'fast-check';
import { expect, test } from 'vitest';
import { relatedProducts } from '../../src/domain/related.ts';
import { shop } from '../../src/domain/config.ts';

const relative = fc.record({
  id: fc.stringMatching(/^[a-z]{1,4}$/),
  categories: fc.subarray(['Men', 'Women', 'Unisex'], { minLength: 1 }),
  subCategory: fc.constantFrom('Hoodie', 'Shirts', 'Shorts'),
});
const relatives = fc.uniqueArray(relative, { selector: ({ id }) => id, maxLength: 20 });

const tier = (one: { categories: string[]; subCategory: string }, other: typeof one) => {
  const sameCategory = one.categories.some((category) => other.categories.includes(category));
  const sameSubCategory = one.subCategory === other.subCategory;
  return sameCategory && sameSubCategory ? 1 : sameCategory ? 2 : sameSubCategory ? 3 : 4;
};

test('at most five, never the product itself, never one twice', () => {
  fc.assert(
    fc.property(relative, relatives, (product, all) => {
      // Ids are unique in a catalogue.
      const others = all.filter(({ id }) => id !== product.id);
      const related = relatedProducts([product, ...others])(product);
      expect(related).toHaveLength(Math.min(others.length, shop.relatedMax));
      expect(related.some(({ id }) => id === product.id)).toBe(false);
      expect(new Set(related).size).toBe(related.length);
    }),
  );
});

test('tiers come one after the other, and nobody of a nearer tier is left out', () => {
  fc.assert(
    fc.property(relative, relatives, (product, all) => {
      const related = relatedProducts(all)(product);
      const tiers = related.map((other) => tier(product, other));
      expect(tiers).toEqual([...tiers].sort());
      const left = all.filter((other) => other.id !== product.id && !related.includes(other));
      for (const other of left) expect(tier(product, other)).toBeGreaterThanOrEqual(tiers.at(-1) ?? 1);
    }),
  );
});

test('within a tier products keep the order in which they were given', () => {
  fc.assert(
    fc.property(relative, relatives, (product, all) => {
      const related = relatedProducts(all)(product);
      for (const nearness of [1, 2, 3, 4]) {
        const places = related
          .filter((other) => tier(product, other) === nearness)
          .map((other) => all.indexOf(other));
        expect(places).toEqual([...places].sort((a, b) => a - b));
      }
    }),
  );
});

test('whoever is asked about, and however often, the answer is that of the whole list', () => {
  fc.assert(
    fc.property(relatives, (all) => {
      const near = relatedProducts(all);
      for (const product of [...all, ...all]) {
        const byTier = all
          .filter(({ id }) => id !== product.id)
          .toSorted((a, b) => tier(product, a) - tier(product, b));
        expect(near(product)).toEqual(byTier.slice(0, shop.relatedMax));
      }
    }),
  );
});
