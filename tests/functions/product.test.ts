import fc from 'fast-check';
import { expect, test, vi } from 'vitest';
import { queryFromListing } from '../../src/contract/listing-query.ts';
import { catalogue } from '../../src/content/snapshot.ts';
import {
  countFacets,
  type Filter,
  filterProducts,
  sizes,
  sorts,
  subCategories,
} from '../../src/domain/catalogue.ts';
import { isSoldOut, sizesOf } from '../../src/domain/product.ts';
import { shop } from '../../src/domain/config.ts';
import {
  call,
  cap,
  hoodie,
  newKey,
  newShopper,
  orderBody,
  ownAddress,
  roundTrips,
  setStock,
  shirt,
  stopRedis,
} from '../support/shop-calls.ts';

const answer = async (query = '') => (await call('product.list', { query })).body;
const list = async (query = '') => (await answer(query)).products;
const ids = async (query: string) => (await list(query)).map(({ _id }) => _id);

let minutes = 0;

/** Expires what earlier tests cached for a minute. */
function aMinuteLater(): void {
  minutes += 1;
  const now = performance.timeOrigin + performance.now() + minutes * 60_000;
  vi.spyOn(Date, 'now').mockReturnValue(now);
}

test('the whole catalogue is listed with prices in rupees and stock, newest first after a first row that can be bought', async () => {
  const products = await list();
  expect(products).toHaveLength(catalogue.length);
  expect(products.map(({ earlyOrder }) => earlyOrder).indexOf(true)).toBe(4);
  const dates = products.flatMap(({ addedOn, earlyOrder }) => (earlyOrder ? [] : addedOn));
  expect(dates).toEqual(dates.toSorted().toReversed());
  const wire = products.find(({ _id }) => _id === hoodie.id);
  expect(wire).toMatchObject({
    name: hoodie.name,
    price: hoodie.pricePaise / 100,
    image: hoodie.pictures.map(({ src }) => src),
    sizes: hoodie.sizes,
    category: hoodie.categories,
    outOfStock: false,
    stock: hoodie.initialStock,
  });
});

test('best sellers add the seed sales to the sales of this shop', async () => {
  const best = catalogue.toSorted((a, b) => b.bestsellerSeed - a.bestsellerSeed)[0];
  expect((await ids('?sort=bestseller'))[0]).toBe(best?.id);
  const before = (await ids('?sort=bestseller')).indexOf(cap.id);
  await setStock(cap.id, 'default', 100);
  for (let order = 0; order < 30; order += 1) {
    const { token } = await newShopper(undefined, { emailConfirmedAt: 1 });
    const body = { ...orderBody([cap, 'default', 3]), address: ownAddress() };
    const ip = `192.0.2.${order}`;
    expect((await call('order.place', { token, key: newKey(), ip, body })).status).toBe(200);
  }
  expect((await ids('?sort=bestseller')).indexOf(cap.id)).toBe(before);
  aMinuteLater();
  expect((await ids('?sort=bestseller')).indexOf(cap.id)).toBeLessThan(before);
});

test('sales are read once a minute, and only for best sellers', async () => {
  aMinuteLater();
  expect(await roundTrips(() => list('?sort=newest'))).toBe(1);
  expect(await roundTrips(() => list('?sort=bestseller'))).toBe(2);
  expect(await roundTrips(() => list('?sort=bestseller&sizes=M'))).toBe(1);
  aMinuteLater();
  expect(await roundTrips(() => list('?sort=bestseller'))).toBe(2);
});

test('products requested by id keep that order, without duplicates and unknown ids', async () => {
  const wanted = [shirt.id, 'no-such-thing', cap.id, shirt.id, 'constructor'];
  expect(await ids(`?id=${wanted.join('&id=')}`)).toEqual([shirt.id, cap.id]);
  expect(await ids('?id=no-such-thing')).toEqual([]);
});

test('products requested by id keep their order when filtered, and lose it when sorted', async () => {
  const both = `?id=${shirt.id}&id=${cap.id}&id=${hoodie.id}`;
  expect(await ids(`${both}&sizes=M`)).toEqual([shirt.id, hoodie.id]);
  const prices = (await list(`${both}&sort=price-asc`)).map(({ price }) => price);
  expect(prices).toEqual(prices.toSorted((a, b) => a - b));
  expect((await answer(`${both}&limit=1`)).count).toBe(3);
});

test('without a limit every product is returned, with a limit one page', async () => {
  const whole = await answer();
  expect(whole.count).toBe(catalogue.length);
  for (const sort of ['', 'newest', 'price-asc', 'price-desc', 'bestseller']) {
    const all = await ids(`?sort=${sort}`);
    const pages: string[] = [];
    for (let offset = 0; offset < all.length; offset += 20) {
      const page = await answer(`?sort=${sort}&offset=${offset}&limit=20`);
      expect([page.count, page.facets]).toEqual([whole.count, whole.facets]);
      pages.push(...page.products.map(({ _id }) => _id));
    }
    expect(pages, sort).toEqual(all);
  }
  expect(await ids(`?offset=${catalogue.length - 1}`)).toEqual((await ids('')).slice(-1));
});

test.each(['?limit=0', '?limit=0&sort=bestseller', '?offset=999999', '?minPrice=99999999', '?sizes=XXXL'])(
  'an empty page has the total count and makes no request to Redis: %s',
  async (query) => {
    stopRedis();
    const trips = await roundTrips(async () => expect((await answer(query)).products).toEqual([]));
    expect(trips).toBe(0);
  },
);
const { max } = shop.priceRangePaise;
const types = subCategories.map(({ name }) => name);
const anyFilter: fc.Arbitrary<Filter> = fc.record({
  types: fc.subarray(types),
  sizes: fc.subarray([...sizes]),
  minPricePaise: fc.integer({ min: 0, max }),
  maxPricePaise: fc.integer({ min: 0, max }),
  sort: fc.constantFrom(...sorts.map(({ id }) => id), '' as const),
});

/** As the page has it before it knows the live stock. */
const inStock = catalogue.map((product) => ({
  ...product,
  soldOut: isSoldOut(product, product.initialStock),
}));

test('the list call and the page filter the shop’s catalogue in the same way', async () => {
  await fc.assert(
    fc.asyncProperty(anyFilter, async (filter) => {
      fc.pre(filter.sort !== 'bestseller');
      const params = new URLSearchParams();
      for (const [name, value] of Object.entries(queryFromListing({ filter, search: '' }))) {
        for (const item of [value].flat()) params.append(name, String(item));
      }
      const { products, count, facets } = await answer(`?${params}`);
      const kept = filterProducts(inStock, filter).map(({ id }) => id);
      expect(products.map(({ _id }) => _id)).toEqual(kept);
      expect([count, facets]).toEqual([kept.length, countFacets(catalogue, filter)]);
    }),
    { numRuns: 60 },
  );
});

test('a product that is sold out now stands behind the first row, on every page alike', async () => {
  const before = await ids('?limit=60');
  const [first = ''] = before;
  for (const size of sizesOf(catalogue.find(({ id }) => id === first) ?? hoodie))
    await setStock(first, size, 0);
  const after = await ids('?limit=60');
  expect(after.slice(0, 4)).not.toContain(first);
  expect(after.slice(0, 3)).toEqual(before.slice(1, 4));
  expect(new Set(after)).toEqual(new Set(before));
  expect([...(await ids('?limit=6')), ...(await ids('?offset=6&limit=6'))]).toEqual(after.slice(0, 12));
  expect(await ids('?sort=newest&limit=4')).toEqual(after.slice(0, 4));
});

test('a product is out of stock if every size is', async () => {
  for (const size of sizesOf(shirt)) await setStock(shirt.id, size, 0);
  expect((await list(`?id=${shirt.id}`))[0]?.outOfStock).toBe(true);
  await setStock(shirt.id, sizesOf(shirt)[0] ?? '', 1);
  expect((await list(`?id=${shirt.id}`))[0]?.outOfStock).toBe(false);
});

test('stock is returned for the requested products', async () => {
  await setStock(hoodie.id, 'M', 2);
  const query = `?id=${hoodie.id}&id=no-such-thing&id=constructor`;
  const { status, body } = await call('product.stock', { query });
  const stock = { [hoodie.id]: { ...hoodie.initialStock, M: 2 } };
  expect([status, body]).toEqual([200, { success: true, stock }]);
  expect((await call('product.stock')).body).toEqual({ success: true, stock: {} });
});

test.each([
  ['?minPrice=cheap', 'minPrice'],
  ['?minPrice=-1', 'minPrice'],
  ['?maxPrice=1e9', 'maxPrice'],
  ['?maxPrice=1.234', 'maxPrice'],
  ['?sort=random', 'sort'],
  ['?limit=-1', 'limit'],
  ['?limit=1.5', 'limit'],
  ['?limit=', 'limit'],
  ['?limit=9999999', 'limit'],
  ['?limit=5&limit=5', 'limit'],
  ['?offset=next', 'offset'],
  ['?sort=newest&sort=newest', 'sort'],
  ['?search=a&search=b', 'search'],
  [`?search=${'x'.repeat(101)}`, 'search'],
  ['?subCategory=', 'subCategory.0'],
  ['?sizes=%F0%9F%A7%B5', 'sizes.0'],
  ['?id=__proto__', 'id.0'],
  [`?${'id=a&'.repeat(201)}`, 'id'],
])('an invalid query names its field: %s', async (query, field) => {
  const { status, body } = await call('product.list', { query });
  const message = expect.stringContaining(`${field}: `) as string;
  expect([status, body.code, body.message]).toEqual([400, 'invalid', message]);
  expect(Object.keys(body.fields ?? {})).toContain(field);
});
