import { expect, test } from 'vitest';
import { openSearch, searchIndex } from '../../netlify/services/search.ts';
import { catalogue } from '../../src/content/snapshot.ts';
import { queries } from './search-queries.ts';

/** How well the search understands what shoppers type, over the catalogue as it stands. */
const search = openSearch(searchIndex(catalogue));

/** The place of the first find that was meant, from 1. */
function placeOf([typed, ...meant]: (typeof queries)[number]): number {
  const found = search(typed).places.flatMap((at) => catalogue[at] ?? []);
  const at = found.findIndex(({ name, subCategory }) => meant.includes(name) || meant.includes(subCategory));
  return at === -1 ? Number.POSITIVE_INFINITY : at + 1;
}

test('every meaning of a query is a type or a product of the shop', () => {
  const known = new Set(catalogue.flatMap(({ name, subCategory }) => [name, subCategory]));
  expect(
    queries.filter(([, ...meant]) => meant.length === 0 || meant.some((one) => !known.has(one))),
  ).toEqual([]);
  expect(new Set(queries.map(([typed]) => typed)).size).toBeGreaterThanOrEqual(120);
});

test('of what shoppers in India type, most is found first', () => {
  const places = queries.map((query) => ({ typed: query[0], place: placeOf(query) }));
  const share = (most: number) => places.filter(({ place }) => place <= most).length / places.length;
  const shares = { first: share(1), inFirstFour: share(4), atAll: share(Number.MAX_VALUE) };
  const shown = Object.entries(shares).map(([name, value]) => `${name} ${(value * 100).toFixed(1)} %`);
  console.log(`Search, ${places.length} queries: ${shown.join(', ')}`);
  console.log(places.flatMap(({ typed, place }) => (place > 1 ? `${typed}: ${place}` : [])).join('\n'));
  expect(shares.first).toBeGreaterThanOrEqual(0.9);
  expect(shares.inFirstFour).toBeGreaterThanOrEqual(0.95);
  expect(shares.atAll).toBeGreaterThanOrEqual(0.96);
});
