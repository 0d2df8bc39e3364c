import { isDeepStrictEqual } from 'node:util';
import fc from 'fast-check';
import { expect, test } from 'vitest';
import { openSearch, searchIndex, type SearchIndex } from '../../netlify/services/search.ts';
import table from '../../src/content/search-words.json' with { type: 'json' };
import { catalogue } from '../../src/content/snapshot.ts';
import type { Product } from '../../src/domain/product.ts';
import { call, cap } from '../support/shop-calls.ts';

/** From the text that the snapshot stores of an index. */
function searchOver(products: readonly Product[]): (text: string) => Product[] {
  const find = openSearch(JSON.parse(JSON.stringify(searchIndex(products))) as SearchIndex);
  return (text) => find(text).places.flatMap((at) => products[at] ?? []);
}

const search = searchOver(catalogue);
const open = openSearch(searchIndex(catalogue));
const said = (text: string) => open(text).said;
const names = (text: string) => search(text).map(({ name }) => name);
const types = (text: string) => new Set(search(text).map(({ subCategory }) => subCategory));
const query = (text: string) => `?search=${encodeURIComponent(text.toWellFormed())}`;
const list = async (text: string, more = '') =>
  (await call('product.list', { query: `${query(text)}${more}` })).body;

const hoodies = catalogue.filter(({ subCategory }) => subCategory === 'Hoodie');
const sweatshirts = catalogue.filter(({ subCategory }) => subCategory === 'Sweatshirts');

test.each(['hoodie', 'hoodies', 'HOODIE', 'hodie', 'hoddie', 'hódié', 'hood', ' hoodie '])(
  'every hoodie is found, before anything else: %j',
  (text) => {
    expect(new Set(search(text).slice(0, hoodies.length))).toEqual(new Set(hoodies));
  },
);

test.each(['sweatshirt', 'sweatshirts', 'swetshirt', 'swetshirts', 'sweatshrt', 'sweater'])(
  'sweatshirts, which the drawer does not offer, are found: %j',
  (text) => {
    expect(new Set(search(text).slice(0, sweatshirts.length))).toEqual(new Set(sweatshirts));
  },
);

test.each(['black cargo', 'cargo black', 'black cargos', 'blak cargo', 'black crago'])(
  'all words together find the black cargo, and no other: %j',
  (text) => {
    expect(names(text)).toEqual(['Raat Utility Cargo']);
  },
);

test.each(['kite', 'kites', 'kite print', 'printed kites', 'kiet'])(
  'the prints with kites are found: %j',
  (text) => {
    expect(new Set(names(text))).toEqual(new Set(['Patang Co-ord', 'Patang Hoodie']));
  },
);

test.each([
  ['सावन', 'Saawan Hoodie'],
  ['साव', 'Saawan Hoodie'],
  ['दिल्ली', 'Dilli Crew'],
  ['sawan', 'Saawan Hoodie'],
  ['marigold', 'Patang Hoodie'],
  ['corduroy cargo', 'Mitti Cord Cargo'],
  ['8:04', '8:04 Fast Crew'],
  ['07 hoodie', 'Saat Hoodie'],
  ['pahadi check', 'Pahadi Check Shacket'],
  ['the wool for', 'Wool Twill Shacket'],
  ['stripes print shirt', 'Dhaari Stripe Shirt'],
])('words for colour, fabric, print or description match, in either script: %s', (text, name) => {
  expect(names(text)[0]).toBe(name);
});

test.each(['coord', 'coords', 'co-ord', 'co ord', 'Co–ord'])(
  'a co-ord set is found in any spelling: %j',
  (text) => {
    expect(search(text)[0]?.subCategory).toBe('Co-ord Sets');
    expect(search(text).filter(({ subCategory }) => subCategory === 'Co-ord Sets')).toHaveLength(6);
  },
);

test.each([
  ['shirts', 'Shirts'],
  ['shorts', 'Shorts'],
  ['jacket', 'Shackets'],
  ['bag', 'Accessories'],
])('words of shoppers find words of the shop: %s', (text, type) => {
  expect(search(text)[0]?.subCategory).toBe(type);
});

test.each(['tshirt', 'tshirts', 't-shirt', 't shirt'])('a tee is found as %j', (text) => {
  const tees = catalogue.filter(({ name }) => name.endsWith(' Tee'));
  expect(new Set(search(text).slice(0, tees.length))).toEqual(new Set(tees));
});

test('clothes for everyone are found for women, clothes for men are not', () => {
  const [first, ...others] = names('hoodie for women');
  expect(first).toBe('Kulhad Hoodie');
  expect(others).toContain('Warp Line Hoodie');
  expect(others).not.toContain('Saat Hoodie');
  expect(names("women's hoodie")).toEqual(names('hoodie women'));
});

test('a known word is not corrected to a similar one', () => {
  expect(types('shirts').has('Shorts')).toBe(false);
  expect(types('socks')).toEqual(new Set(['Accessories']));
});

test('a match in the name ranks above the same match elsewhere', () => {
  for (const text of ['tee', 'twill', 'indigo', 'raat', 'denim', 'patang', 'loom', 'check']) {
    const isNamed = names(text).map((name) => name.toLowerCase().split(' ').includes(text));
    const last = isNamed.lastIndexOf(true);
    expect(isNamed.slice(0, last + 1), text).not.toContain(false);
  }
});

test('products with some of the words are found if none has all', () => {
  expect(names('baoli zzzz')).toEqual(['Baoli Tee']);
  expect(types('purple socks')).toEqual(new Set(['Accessories']));
});

test.each([
  ['kurta', 'Shirts', 'We do not sell “kurta”. Here are the closest matches.'],
  ['कुर्ता', 'Shirts', 'We do not sell “कुर्ता”. Here are the closest matches.'],
  ['purple socks', 'Accessories', 'Nothing matches all of “purple socks”. Here are the closest matches.'],
  ['hoodie under 1500', 'Hoodie', 'We have nothing like this at that price. Here are the closest matches.'],
  ['3xl hoodie', 'Hoodie', 'We have nothing like this in size 3XL. Here are the closest matches.'],
])('approximate results are marked as approximate: %s', (text, type, sentence) => {
  expect(types(text)).toEqual(new Set([type]));
  expect(said(text)).toBe(sentence);
});

type Fits = (product: Product) => boolean;

const costs =
  (least: number, most = Number.POSITIVE_INFINITY): Fits =>
  ({ pricePaise }) =>
    pricePaise >= least * 100 && pricePaise <= most * 100;
const phrases = (list: readonly string[], fits: Fits, ...rupees: string[]): [string, Fits][] =>
  list.map((phrase) => [rupees.reduce((text, amount) => text.replace('#', amount), phrase), fits]);

test.each<[string, [string, Fits][]]>([
  ['up to a price', phrases(table.prices.under, costs(0, 1_500), '1500')],
  ['from a price', phrases(table.prices.above, costs(3_500), '3500')],
  ['between two prices', phrases(table.prices.between, costs(1_000, 2_000), '1000', '2000')],
])('each phrase of the table of search words finds every product %s', (_, all) => {
  const wrong = all.filter(
    ([text, fits]) => !isDeepStrictEqual(new Set(search(text)), new Set(catalogue.filter(fits))),
  );
  expect(wrong.map(([text]) => text)).toEqual([]);
});

test.each<[string, Fits]>([
  ['below ₹2,000', costs(0, 2_000)],
  ['Rs. 999', costs(0, 999)],
  ['3k se kam', costs(0, 3_000)],
  ['below 1.5k', costs(0, 1_500)],
  ['1500 rupaye se kam', costs(0, 1_500)],
  ['₹1,500 से कम', costs(0, 1_500)],
  ['1500 रुपये के अंदर', costs(0, 1_500)],
  ['1500 रुपयांपेक्षा कमी', costs(0, 1_500)],
  ['1500 ரூபாய்க்குள்', costs(0, 1_500)],
  ['১৫০০ টাকার কম', costs(0, 1_500)],
  ['1500 രൂപയിൽ താഴെ', costs(0, 1_500)],
  ['1500 روپے تک', costs(0, 1_500)],
  ['१५०० से कम', costs(0, 1_500)],
  ['1500க்கு கீழ்', costs(0, 1_500)],
  ['1500 లోపు', costs(0, 1_500)],
  ['1500 ಒಳಗೆ', costs(0, 1_500)],
  ['1500 થી ઓછા', costs(0, 1_500)],
  ['1500 ਤੋਂ ਘੱਟ', costs(0, 1_500)],
  ['1500 ରୁ କମ', costs(0, 1_500)],
  ['under ১৫০০', costs(0, 1_500)],
  ['1k to 2k', costs(1_000, 2_000)],
  ['₹1000 और ₹2000 के बीच', costs(1_000, 2_000)],
  ['1 हज़ार से 2 हज़ार तक', costs(1_000, 2_000)],
  ['1000-2000', costs(1_000, 2_000)],
  ['size XXL', ({ sizes }) => sizes.includes('XXL')],
  ['extra small', ({ sizes }) => sizes.includes('XS')],
  ['xxl below 1500', ({ sizes, pricePaise }) => sizes.includes('XXL') && pricePaise <= 1_500_00],
])('a price or a size alone finds every product that has it: %s', (text, fits) => {
  expect(new Set(search(text))).toEqual(new Set(catalogue.filter(fits)));
});

test('sizes and prices narrow a search; a number in a name does not', () => {
  expect(names('hoodie xs under 2500')).toEqual(
    expect.arrayContaining(['Kulhad Hoodie', 'Saawan Hoodie', 'Patang Hoodie', 'Warp Line Hoodie']),
  );
  expect(search('hoodie xs under 2500')).toHaveLength(4);
  expect(names('हुडी 2500 से कम')).toEqual(names('hoodie under 2500'));
  expect(names('2500 টাকার কম হুডি')).toEqual(names('hoodie under 2500'));
  expect(names('black hoodie L')[0]).toMatch(/^(?:Saat|Raat Panel) Hoodie$/);
  expect(names("women's shirt")).toEqual(names('shirt women'));
});

test.each(['zzzz', '🧵', '👕👖', '.*+?^$()|[]\\', '---', '%', '\u0000', '\u200d', '️', 'ー', '़'])(
  'words without meaning find nothing: %j',
  (text) => {
    expect(search(text)).toEqual([]);
  },
);

test.each([
  'x'.repeat(100),
  'a b '.repeat(25),
  `${'a'.repeat(50)} ${'b'.repeat(49)}`,
  '__proto__ constructor toString',
  "'; DROP TABLE products; --",
  '<script>alert(1)</script>',
  '\ud800',
  'ा'.repeat(100),
  '(((((((((((((((((((((((((((((a+)+)+)+$',
])('a hostile text is treated as text: %j', async (text) => {
  const { status, body } = await call('product.list', { query: query(text) });
  expect(status).toBe(200);
  expect(body.count).toBe(body.products.length);
});

test('any search returns catalogue products, each once', () => {
  fc.assert(
    fc.property(fc.string({ unit: 'binary', maxLength: 100 }), (text) => {
      const found = search(text);
      expect(new Set(found).size).toBe(found.length);
      for (const product of found) expect(catalogue).toContain(product);
    }),
  );
});

const word = fc.stringMatching(/^[a-z]{1,7}$/);
const title = fc.array(word, { minLength: 1, maxLength: 3 }).map((words) => words.join(' '));
const titles = fc.array(title, { minLength: 1, maxLength: 12 });
const productsNamed = (all: readonly string[]): Product[] =>
  all.map((name, at) => ({ ...cap, id: `p-${at}`, name, description: all.toReversed().join(' ') }));

test('a product whose name is typed is first', () => {
  fc.assert(
    fc.property(titles, (all) => {
      const find = searchOver(productsNamed(all));
      for (const name of all) {
        const namesakes = all.filter((other) => other === name).length;
        const first = find(` ${name.toUpperCase()}`).slice(0, namesakes);
        expect(first.map((product) => product.name)).toEqual(new Array(namesakes).fill(name));
      }
    }),
  );
  for (const { name } of catalogue) expect(names(name)[0]).toBe(name);
});

test('three characters or more of the first word of a name find it', () => {
  const begun = (name: string) => {
    const [first = ''] = name.split(' ');
    return Array.from({ length: Math.max(0, first.length - 2) }, (_, at) => first.slice(0, at + 3));
  };
  fc.assert(
    fc.property(titles, (all) => {
      const find = searchOver(productsNamed(all));
      for (const name of all) {
        for (const text of begun(name)) {
          const found = find(text).map((product) => product.name);
          expect(found, text).toContain(name);
        }
      }
    }),
  );
  for (const { name } of catalogue) for (const text of begun(name)) expect(names(text), text).toContain(name);
});

test('the list call returns search results by relevance, or sorted on request', async () => {
  const { products, count } = await list('hodie');
  expect(products.map(({ _id }) => _id)).toEqual(search('hodie').map(({ id }) => id));
  expect(count).toBe(products.length);
  const prices = (await list('hodie', '&sort=price-asc')).products.map(({ price }) => price);
  expect(prices).toHaveLength(count);
  expect(prices).toEqual(prices.toSorted((a, b) => a - b));
});

test('search results have pages, and facets count all results', async () => {
  const whole = await list('cotton');
  const page = await list('cotton', '&offset=2&limit=3');
  expect(page.products).toEqual(whole.products.slice(2, 5));
  expect([page.count, page.facets]).toEqual([whole.count, whole.facets]);
  const { types: counted } = whole.facets;
  expect(Object.values(counted).reduce((sum, one) => sum + one)).toBe(whole.count);
});
