import fc from 'fast-check';
import { expect, test } from 'vitest';
import cities from '../../src/content/cities.json' with { type: 'json' };
import pins from '../../src/content/pins.json' with { type: 'json' };
import stateList from '../../src/content/states.json' with { type: 'json' };
import {
  isCompletePin,
  otherCity,
  otherStates,
  pinDistrict,
  pinFromInput,
  pinPlace,
} from '../../src/domain/pin.ts';
import { forAll } from '../support/for-all.ts';

const states = [...stateList.states, ...stateList.unionTerritories];

test('at most six digits of any input are kept, in their order', () => {
  forAll(fc.string(), (text) => {
    expect(pinFromInput(text)).toBe((text.match(/\d/g) ?? []).slice(0, 6).join(''));
    expect(pinFromInput(pinFromInput(text))).toBe(pinFromInput(text));
  });
});

test('six digits of a known postal circle, or of the army, are complete, and nothing else is', () => {
  const circles = new Set(
    Object.values(pins.states).flatMap((text) => text.split(' ').map((one) => one.slice(0, 2))),
  );
  forAll(fc.integer({ min: 100_000, max: 989_999 }), (pin) => {
    const isArmy = pin >= 900_000;
    expect(isCompletePin(String(pin))).toBe(isArmy || circles.has(String(pin).slice(0, 2)));
  });
  for (const pin of ['', '12345', '1234567', '012345', '12345a', ' 123456', '999999', '100001', '660001'])
    expect(isCompletePin(pin), pin).toBe(false);
});

test('the table says where it is from and as of which day', () => {
  expect(pins.source).toMatch(/India Post.*All India Pincode Directory/);
  expect(pins.asOf).toMatch(/^20\d\d-\d\d-\d\d$/);
  const day = new Date(pins.asOf);
  const inWords = day.toLocaleDateString('en-GB', {
    day: 'numeric',
    month: 'long',
    year: 'numeric',
    timeZone: 'UTC',
  });
  expect(pins.source).toContain(inWords);
});

test('the table names every state and union territory as the form offers it', () => {
  expect(Object.keys(pins.states).sort()).toEqual([...states].sort());
});

test('each city of the table is a known city in the state of its prefixes, and no prefix names two', () => {
  for (const [city, prefixes] of Object.entries(pins.cities)) {
    const state = cities.find((known) => known.city === city)?.state;
    for (const prefix of prefixes.split(' ')) {
      expect(pinPlace(pins, prefix).states, `${city} ${prefix}`).toContain(state);
    }
  }
  const all = Object.values(pins.cities).flatMap((prefixes) => prefixes.split(' '));
  expect(new Set(all).size).toBe(all.length);
});

test.each([
  ['400001', ['Maharashtra'], 'Mumbai'],
  ['403001', ['Goa'], null],
  ['560001', ['Karnataka'], 'Bengaluru'],
  ['605001', ['Tamil Nadu', 'Puducherry'], null],
  ['194101', ['Ladakh'], 'Leh'],
  ['910001', [], null],
  ['507001', ['Telangana'], null],
  ['813208', ['Bihar', 'Jharkhand'], null],
  ['132103', ['Haryana'], 'Panipat'],
  ['132116', ['Haryana'], null],
  ['194103', ['Ladakh'], null],
  ['517583', ['Andhra Pradesh'], null],
  ['752069', ['Odisha'], null],
  ['396210', ['Gujarat', 'Dadra and Nagar Haveli and Daman and Diu'], null],
  ['160047', ['Punjab', 'Chandigarh'], null],
  ['673310', ['Puducherry', 'Kerala'], null],
])('PIN code %s is in %j, %j', (pin, inStates, city) => {
  expect(pinPlace(pins, pin)).toEqual({ states: inStates, city });
});

test('each prefix of a district lies in its state, and no other district’s prefix is a part of it', () => {
  const all: [prefix: string, name: string][] = [];
  for (const [state, districts] of Object.entries(pins.districts)) {
    for (const [district, prefixes] of Object.entries(districts)) {
      for (const prefix of prefixes.split(' ')) {
        expect(pinPlace(pins, prefix).states, `${district} ${prefix}`).toContain(state);
        all.push([prefix, `${district}, ${state}`]);
      }
    }
  }
  for (const [prefix, name] of all) {
    const others = all.filter(([other, its]) => its !== name && other.startsWith(prefix));
    expect(others, name).toEqual([]);
  }
});

test.each([
  ['411001', 'Pune', 'Maharashtra'],
  ['226001', 'Lucknow', 'Uttar Pradesh'],
  ['440001', 'Nagpur', 'Maharashtra'],
  ['695001', 'Thiruvananthapuram', 'Kerala'],
  ['824311', 'Aurangabad', 'Bihar'],
  ['400050', 'Mumbai Suburban', 'Maharashtra'],
  ['560001', 'Bengaluru Urban', 'Karnataka'],
  ['781001', 'Kamrup Metropolitan', 'Assam'],
  ['201301', 'Gautam Buddha Nagar', 'Uttar Pradesh'],
])('PIN code %s lies in %s district, %s', (pin, district, state) => {
  expect(pinDistrict(pins, pin)).toEqual({ district, state });
});

test.each(['', '41100', '500081', '910001', '302001x'])('the table names no district for “%s”', (pin) => {
  expect(pinDistrict(pins, pin)).toBeNull();
});

test.each([
  ['244001', 'Uttar Pradesh'],
  ['244713', 'Uttarakhand'],
  ['262501', 'Uttarakhand'],
  ['396001', 'Gujarat'],
  ['609001', 'Tamil Nadu'],
  ['607106', 'Tamil Nadu'],
  ['814101', 'Jharkhand'],
  ['160001', 'Chandigarh'],
])('PIN code %s of a prefix that two states share lies in %s', (pin, state) => {
  expect(pinPlace(pins, pin).states).toEqual([state]);
});

test('a PIN code contradicts a state that it is not in; an incomplete or an army one contradicts none', () => {
  expect(otherStates(pins, { zipcode: '110001', state: 'Maharashtra' })).toEqual(['Delhi']);
  for (const place of [
    { zipcode: '110001', state: 'Delhi' },
    { zipcode: '605001', state: 'Puducherry' },
    { zipcode: '11000', state: 'Maharashtra' },
    { zipcode: '910001', state: 'Maharashtra' },
    { zipcode: '110001', state: '' },
  ])
    expect(otherStates(pins, place), JSON.stringify(place)).toBeNull();
});

test('a PIN code contradicts a city only if the table is certain of both', () => {
  expect(otherCity(pins, { zipcode: '560001', city: 'Mysuru' })).toBe('Bengaluru');
  for (const place of [
    { zipcode: '560001', city: 'Bengaluru' },
    { zipcode: '560001', city: 'Yelahanka' },
    { zipcode: '571401', city: 'Mysuru' },
    { zipcode: '56000', city: 'Mysuru' },
    { zipcode: '560001', city: '' },
  ])
    expect(otherCity(pins, place), JSON.stringify(place)).toBeNull();
});
