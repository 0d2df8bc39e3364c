import fc from 'fast-check';
import { expect, test } from 'vitest';
import { relatedProducts } from '../../src/domain/related.ts';
import { shop } from '../../src/domain/config.ts';
import { forAll } from '../support/for-all.ts';

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

test('at most five other products are related, the nearest first, always in the same order', () => {
  forAll(relatives, (all) => {
    const near = relatedProducts(all);
    for (const product of [...all, ...all]) {
      const byTier = all
        .filter(({ id }) => id !== product.id)
        .toSorted((a, b) => tier(product, a) - tier(product, b));
      expect(near(product)).toEqual(byTier.slice(0, shop.relatedMax));
    }
  });
});
