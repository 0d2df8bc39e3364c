import fc from 'fast-check';
import { expect, test } from 'vitest';
import { searchParamsFromListing } from '../../../src/contract/listing-query.ts';
import { type Filter, noFilter, sizes, sorts, subCategories } from '../../../src/domain/catalogue.ts';
import { filterFromForm, PRICE_STEP } from '../../../src/stores/catalogue/filter-draft.ts';
import { ok, openBrowser, refused, useBrowser } from '../fake-browser.ts';
import { facets as hoodiesAndCap } from '../wire.ts';
import { forAll } from '../../support/for-all.ts';

const browser = useBrowser(() => openBrowser('/collection'));

const STEPS = noFilter.maxPricePaise / 100 / PRICE_STEP;

/** The types with a check box; the form sends no others. */
const offered: string[] = subCategories.flatMap(({ name, selectable }) => (selectable ? [name] : []));

/** Every filter that the drawer can send, with prices in rupees between these steps. */
const filters = (rupees: number): fc.Arbitrary<Filter> =>
  fc
    .record({
      types: fc.subarray(offered),
      sizes: fc.subarray([...sizes]),
      prices: fc.tuple(...Array.from({ length: 2 }, () => fc.nat({ max: (STEPS * PRICE_STEP) / rupees }))),
      sort: fc.constantFrom('' as const, ...sorts.map(({ id }) => id)),
    })
    .map(({ prices, ...rest }) => {
      const [low = 0, high = 0] = prices.map((price) => price * rupees * 100).sort((a, b) => a - b);
      return { ...rest, minPricePaise: low, maxPricePaise: high };
    });

/** The form as a browser fills it: a slider always has a value, and the value is a step. */
function formOf(filter: Filter): FormData {
  const form = new FormData();
  for (const [name, value] of searchParamsFromListing({ filter, search: '' })) form.append(name, value);
  for (const [name, paise] of [
    ['minPrice', filter.minPricePaise],
    ['maxPrice', filter.maxPricePaise],
  ] as const) {
    form.set(name, String(Math.round(paise / 100 / PRICE_STEP) * PRICE_STEP));
  }
  return form;
}

test('every filter that a form can show is read from it, whatever was chosen before', () => {
  forAll(filters(PRICE_STEP), filters(PRICE_STEP), (filter, before) => {
    expect(filterFromForm(formOf(filter), before)).toEqual(filter);
  });
});

test('a type without a check box stays with sizes and prices until an offered type is chosen', () => {
  const sweatshirts = { ...noFilter, types: ['Sweatshirts'] };
  expect(filterFromForm(formOf({ ...noFilter, sizes: ['M'] }), sweatshirts)).toEqual({
    ...sweatshirts,
    sizes: ['M'],
  });
  const hoodies = { ...noFilter, types: ['Hoodie'] };
  expect(filterFromForm(formOf(hoodies), sweatshirts)).toEqual(hoodies);
});

test('an untouched form returns the filter of the URL, including prices between two steps', () => {
  forAll(filters(1), (filter) => {
    expect(filterFromForm(formOf(filter), filter)).toEqual(filter);
  });
});

test('a handle moved away from a price between two steps counts, and the other one keeps its price', () => {
  const before = { ...noFilter, minPricePaise: 1_234_00, maxPricePaise: 5_678_00 };
  const form = formOf(before);
  form.set('minPrice', '1300');
  expect(filterFromForm(form, before)).toEqual({ ...before, minPricePaise: 1_300_00 });
});

const facets = hoodiesAndCap.filter(({ id }) => id !== 'rust-hoodie');

async function open(total: number) {
  const [listing, draft] = await Promise.all([
    import('../../../src/stores/catalogue/listing.ts'),
    import('../../../src/stores/catalogue/filter-draft.ts'),
  ]);
  listing.openListing({ facets, start: 0, total }, new URLSearchParams());
  return { ...listing, ...draft };
}

const hoodies: Filter = { ...noFilter, types: ['Hoodie'] };

test('a choice is counted and not applied', async () => {
  const { $draft, $listing, choose } = await open(2);
  await choose(hoodies);
  expect($draft.get()).toEqual({
    filter: hoodies,
    preview: { count: 1, facets: { types: { Hoodie: 1, Accessories: 1 }, sizes: { S: 1, M: 1 } } },
  });
  expect($listing.get().filter).toEqual(noFilter);
  expect(browser.asked).toEqual([]);
});

test('a catalogue larger than the page is counted by the server, and the newest choice wins', async () => {
  const { $draft, choose } = await open(10_000);
  browser.says('product.list', ({ query }) => ({
    ...ok,
    products: [],
    count: query.getAll('sizes').length,
    facets: { types: {}, sizes: {} },
  }));
  await Promise.all([choose({ ...noFilter, sizes: ['M'] }), choose({ ...noFilter, sizes: ['M', 'L'] })]);
  expect($draft.get().preview?.count).toBe(2);
  expect(browser.asked.at(-1)?.query.get('limit')).toBe('0');
});

test('without an answer of the server the choice has no counts', async () => {
  const { $draft, choose } = await open(10_000);
  browser.says('product.list', () => refused('unavailable'));
  await choose(hoodies);
  expect($draft.get()).toEqual({ filter: hoodies, preview: null });
});
