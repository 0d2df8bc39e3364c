import fc from 'fast-check';
import { expect, test } from 'vitest';
import { mergeWishlists } from '../../src/domain/merge.ts';
import { toggleInWishlist } from '../../src/domain/wishlist.ts';
import { forAll } from '../support/for-all.ts';

const id = fc.stringMatching(/^[a-z]{1,3}$/);
const wishlist = fc.uniqueArray(id);

test('toggling changes only one product; toggling twice changes nothing', () => {
  forAll(wishlist, id, (before, product) => {
    const after = toggleInWishlist(before, product);
    expect(after.includes(product)).toBe(!before.includes(product));
    expect(after.filter((other) => other !== product)).toEqual(before.filter((other) => other !== product));
    expect([...toggleInWishlist(after, product)].sort()).toEqual([...before].sort());
  });
});

test('merging is a union without duplicates, in the order of the first list', () => {
  forAll(wishlist, wishlist, (one, other) => {
    const merged = mergeWishlists(one, other);
    expect(merged.slice(0, one.length)).toEqual(one);
    expect(new Set(merged)).toEqual(new Set([...one, ...other]));
    expect(merged).toHaveLength(new Set(merged).size);
  });
});
