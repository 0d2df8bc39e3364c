import { expect, test } from 'vitest';
import { openSearch, searchIndex } from '../../netlify/services/search.ts';
import { phoneticKey } from '../../netlify/services/search-sounds.ts';
import { catalogue } from '../../src/content/snapshot.ts';
import { filterProducts, noFilter } from '../../src/domain/catalogue.ts';
import { call } from '../support/shop-calls.ts';

const search = openSearch(searchIndex(catalogue));
const found = (text: string) => search(text).places.flatMap((at) => catalogue[at] ?? []);
const names = (text: string) => found(text).map(({ name }) => name);

test.each([
  ['khakicargo', 'khaki cargo'],
  ['Dilli Crew'.replace(' ', ''), 'dilli crew'],
  ['womenshorts', 'women shorts'],
  ['sweet shirt', 'sweatshirt'],
  ['over shirts', 'overshirt'],
])('missing and extra spaces are ignored: %s', (typed, meant) => {
  expect(names(typed)).toEqual(names(meant));
  expect(search(typed).said).toBeNull();
});

test('two words of a name stay two words, although another product has them as one', () => {
  expect(names('warp line')[0]).toBe('Warp Line Hoodie');
});

test.each([
  ['saawan', 'savan', 'sawaan', 'सावन'],
  ['patang', 'pathang', 'पतंग', 'পতঙ্গ', 'પતંગ', 'పతంగ్'],
  ['phool', 'ful', 'phul', 'फूल'],
  ['cargo', 'kargo', 'कार्गो'],
  ['karkhana', 'कारखाना'],
  ['coat', 'कोट', 'கோட்', 'কোট', 'കോട്ട്'],
])('one word matches in every spelling and script of India: %s', (word, ...others) => {
  for (const other of others) expect(phoneticKey(other.normalize('NFKD')), other).toBe(phoneticKey(word));
});

test('a phonetic spelling or another script finds the product', () => {
  expect(names('पतंग')).toEqual(expect.arrayContaining(['Patang Hoodie', 'Patang Co-ord']));
  expect(names('chopati tote')).toEqual(['Chowpatty Tote']);
  expect(names('कारखाना')).toEqual(['Karkhana Chore Shacket']);
});

test('the fit and the file name are searched too', () => {
  expect(names('athletic')).toEqual(['Maidan Track Shorts']);
  expect(names('mumbai')).toContain('8:04 Fast Crew');
});

test('a size after “men” is a size', () => {
  expect(names('shirt men xl')).toEqual(names('xl shirt men'));
  expect(search('shirt men xl').said).toBeNull();
});

test.each(['sale', 'offers', 'discount', 'deal'])('reduced products are found by %s', (text) => {
  const onOffer = catalogue.filter(({ offersEnabled }) => offersEnabled);
  expect(new Set(names(text))).toEqual(new Set(onOffer.map(({ name }) => name)));
});

test.each(['new arrivals', 'latest collection', 'new'])(
  '%s finds everything, in the order of the collection',
  (text) => {
    expect(names(text)).toEqual(filterProducts(catalogue, noFilter).map(({ name }) => name));
    expect(search(text).said).toBeNull();
  },
);

test.each([
  ['best seller', catalogue.length],
  ['trending hoodies', 7],
])('best sellers are found by %s', (text, many) => {
  expect(search(text)).toMatchObject({ sort: 'bestseller', said: null });
  expect(found(text)).toHaveLength(many);
});

test('the first synonym of a word has the highest rank', () => {
  expect(names('jeans')[0]).toBe('Neel Denim Cargo');
});

const listed = async (text: string) =>
  (await call('product.list', { query: `?search=${encodeURIComponent(text)}` })).body.products;

test.each(['tote', 'co ord', 'tshirt', 'bralette', 'indigo', 'black', 'cotton', 'best seller'])(
  'sold-out products come last: %s',
  async (text) => {
    const soldOut = (await listed(text)).map(({ outOfStock }) => outOfStock);
    expect(soldOut).toContain(true);
    expect(soldOut.slice(soldOut.indexOf(true))).not.toContain(false);
  },
);

test('a sold-out product is first if its exact name was typed', async () => {
  expect((await listed('cutting  TOTE')).map(({ name }) => name)[0]).toBe('Cutting Tote');
});
