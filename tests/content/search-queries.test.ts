import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { openSearch, searchIndex } from '../../netlify/services/search.ts';
import { catalogue } from '../../src/content/snapshot.ts';
import { filterProducts, noFilter } from '../../src/domain/catalogue.ts';

/** How well the search understands what shoppers type, over the present catalogue. */
const search = openSearch(searchIndex(catalogue));

type Query = readonly [typed: string, ...meant: string[]];

/** The lines `typed = meant | meant` of a list; its head says who made it and how it may change. */
const listed = (name: string): Query[] =>
  readFileSync(join(import.meta.dirname, 'search-queries', `${name}.txt`), 'utf8')
    .split('\n')
    .filter((line) => line !== '' && !line.startsWith('#'))
    .map((line): Query => {
      const [typed = '', meant = ''] = line.split(' = ');
      return [typed, ...meant.split(' | ')];
    });

/** The rank of the first expected result, from 1. */
function placeOf([typed, ...meant]: Query): number {
  const { places, sort = '' } = search(typed);
  const products = places.flatMap((at) => catalogue[at] ?? []);
  const found = sort === '' ? products : filterProducts(products, { ...noFilter, sort });
  const at = found.findIndex(({ name, subCategory }) => meant.includes(name) || meant.includes(subCategory));
  return at === -1 ? Number.POSITIVE_INFINITY : at + 1;
}

const lists: [
  name: string,
  list: readonly Query[],
  least: { first: number; inFirstFour: number; atAll: number },
][] = [
  ['the list of the search’s author', listed('author'), { first: 0.97, inFirstFour: 0.98, atAll: 0.98 }],
  [
    'the list that is not used for tuning',
    listed('untuned'),
    { first: 0.92, inFirstFour: 0.94, atAll: 0.95 },
  ],
  ['the languages of India', listed('languages'), { first: 0.97, inFirstFour: 0.98, atAll: 0.98 }],
];

test.each(lists)('every expected result of a query of %s is a type or a product of the shop', (_, list) => {
  const known = new Set(catalogue.flatMap(({ name, subCategory }) => [name, subCategory]));
  expect(list.filter(([, ...meant]) => meant.length === 0 || meant.some((one) => !known.has(one)))).toEqual(
    [],
  );
  expect(new Set(list.map(([typed]) => typed)).size).toBeGreaterThanOrEqual(120);
});

test.each(lists)('most queries of %s have their expected result first', (name, list, least) => {
  const places = list.map((query) => ({ typed: query[0], place: placeOf(query) }));
  const share = (most: number) => places.filter(({ place }) => place <= most).length / places.length;
  const shares = { first: share(1), inFirstFour: share(4), atAll: share(Number.MAX_VALUE) };
  const shown = Object.entries(shares).map(([part, value]) => `${part} ${(value * 100).toFixed(1)} %`);
  console.log(`Search, ${name}, ${places.length} queries: ${shown.join(', ')}`);
  console.log(places.flatMap(({ typed, place }) => (place > 1 ? `${typed}: ${place}` : [])).join('\n'));
  expect(shares.first).toBeGreaterThanOrEqual(least.first);
  expect(shares.inFirstFour).toBeGreaterThanOrEqual(least.inFirstFour);
  expect(shares.atAll).toBeGreaterThanOrEqual(least.atAll);
});
