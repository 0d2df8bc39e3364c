import fc from 'fast-check';
import { expect, test } from 'vitest';
import cities from '../../src/content/cities.json';
import { catalogue } from '../../src/content/snapshot.ts';
import places from '../../src/content/states.json';
import { otherGoods, rateOf, stateTaxName, taxClassOf, taxOf, taxStateOf } from '../../src/domain/gst.ts';
import { forAll } from '../support/for-all.ts';

const TODAY = Date.parse('2026-11-20T12:00:00+05:30');

test.each([
  ['up to the limit', '6110', 2_500_00, 5],
  ['up to the limit before tax', '6110', 2_625_00, 5],
  ['above it', '6110', 2_625_01, 18],
  ['between the limits of the two rates', '6203', 2_800_00, 18],
  ['far above it', '6203', 4_999_00, 18],
  ['woven', '6205', 1_699_00, 5],
  ['socks', '6115', 299_00, 5],
  ['an expensive cap, which has no limit', '6505', 3_000_00, 5],
  ['a tote of cotton', '42022220', 649_00, 5],
  ['a bag of another material', '42022990', 649_00, 18],
])('the rate of a piece depends on its price with tax: %s', (_, hsn, pricePaise, rate) => {
  expect(rateOf(hsn, pricePaise, 1, TODAY)).toBe(rate);
});

test('the rate depends on the piece and not on the line', () => {
  expect(rateOf('6110', 10 * 2_625_00, 10, TODAY)).toBe(5);
  expect(rateOf('6110', 10 * 2_625_00 + 1, 10, TODAY)).toBe(18);
});

test('a discount can move a piece below the limit', () => {
  expect(rateOf('6110', 2_699_00, 1, TODAY)).toBe(18);
  expect(rateOf('6110', 2_699_00 * 0.8, 1, TODAY)).toBe(5);
});

test('the rates apply from the first minute of their day in India, and no earlier day has one', () => {
  const first = Date.parse('2025-09-22T00:00:00+05:30');
  expect(rateOf('6110', 2_625_00, 1, first)).toBe(5);
  expect(() => rateOf('6110', 2_625_00, 1, first - 1)).toThrow(
    new RangeError('The rates of 2025-09-21 are not known'),
  );
});

const amount = fc.integer({ min: 0, max: 50_000_00 });
const anyRate = fc.constantFrom(5 as const, 18 as const);

test('value and taxes add up to the amount, and each is within a paisa of the exact share', () => {
  forAll(amount, anyRate, fc.boolean(), (paise, rate, isInterState) => {
    const { taxablePaise, cgstPaise, sgstPaise, igstPaise } = taxOf(paise, rate, isInterState);
    expect(taxablePaise + cgstPaise + sgstPaise + igstPaise).toBe(paise);
    expect(cgstPaise).toBe(sgstPaise);
    expect(isInterState ? cgstPaise : igstPaise).toBe(0);
    expect(Math.abs(taxablePaise - (paise * 100) / (100 + rate))).toBeLessThanOrEqual(1);
    expect(taxablePaise).toBeGreaterThanOrEqual(0);
  });
});

test('₹2,499 at 5% within the state, and to another state', () => {
  expect(taxOf(2_499_00, 5, false)).toEqual({
    taxablePaise: 2_380_00,
    cgstPaise: 59_50,
    sgstPaise: 59_50,
    igstPaise: 0,
  });
  expect(taxOf(1_299_00, 5, true)).toEqual({
    taxablePaise: 1_237_14,
    cgstPaise: 0,
    sgstPaise: 0,
    igstPaise: 61_86,
  });
});

test('every state of the form, and of every known city, has its own code', () => {
  const names = [...places.states, ...places.unionTerritories];
  const codes = names.map((name) => taxStateOf(name).code);
  expect(codes).not.toContain('97');
  expect(new Set(codes).size).toBe(names.length);
  for (const { city, state } of cities) expect(taxStateOf(state).code, city).not.toBe('97');
});

test('a state is found by an older name, in any case, and with &', () => {
  expect(taxStateOf(' karnataka ')).toEqual({ name: 'Karnataka', code: '29' });
  expect(taxStateOf('Orissa').code).toBe('21');
  expect(taxStateOf('Jammu & Kashmir').code).toBe('01');
  expect(taxStateOf('Atlantis')).toEqual({ name: 'Atlantis', code: '97' });
});

test('the state tax has its own name in union territories without a legislature', () => {
  expect([stateTaxName('29'), stateTaxName('07'), stateTaxName('04')]).toEqual(['SGST', 'SGST', 'UTGST']);
});

test('every product of the catalogue has an HSN code by its type', () => {
  for (const product of catalogue) expect(taxClassOf(product), product.id).not.toBe(otherGoods);
});

test.each([
  ['Taana Cap', 'Accessories', ['Unisex'], '6505', 'PCS'],
  ['Pahadi Beanie', 'Accessories', ['Unisex'], '6505', 'PCS'],
  ['Cutting Tote', 'Accessories', ['Unisex'], '42022220', 'PCS'],
  ['Teen Dhaari Socks', 'Accessories', ['Unisex'], '6115', 'PRS'],
  ['Gamcha', 'Accessories', ['Unisex'], '6217', 'PCS'],
  ['Haldi Bralette', 'Bralette', ['Women'], '6212', 'PCS'],
  ['Warp Oversized Tee', 'Shirts', ['Unisex'], '6109', 'PCS'],
  ['Phool Camp Shirt', 'Shirts', ['Men'], '6205', 'PCS'],
  ['Boond Camp Shirt', 'Shirts', ['Men', 'Women'], '6206', 'PCS'],
  ['Dhoop Track Pant', 'Cargo Pants', ['Unisex'], '6104', 'PCS'],
  ['Godown Cargo Shorts', 'Shorts', ['Men'], '6203', 'PCS'],
  ['Neel Diamond Co-ord', 'Co-ord Sets', ['Men'], '6203', 'SET'],
  ['Kulhad Hoodie', 'Hoodie', ['Women'], '6110', 'PCS'],
  ['Anything', 'Scarves', [], '6217', 'PCS'],
])('the HSN code for %s of %s in %j is %s, counted in %s', (name, subCategory, categories, hsn, unit) => {
  expect(taxClassOf({ name, subCategory, categories })).toEqual({ hsn, unit });
});
