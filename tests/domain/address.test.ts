import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import {
  type DeliveryField,
  deliveryProblems,
  emptyDeliveryAddress,
  knownCity,
  suggestCities,
} from '../../src/domain/address.ts';
import { shop } from '../../src/domain/config.ts';
import { lengthLimits } from '../../src/domain/text-limits.ts';
import { address } from '../stores/wire.ts';
import { forAll } from '../support/for-all.ts';

const fields = Object.keys(emptyDeliveryAddress) as DeliveryField[];

describe('the delivery form', () => {
  test('a complete address has no problems', () => {
    expect(deliveryProblems(address)).toEqual({});
  });

  test('every empty field is missing; spaces count as empty', () => {
    for (const field of fields)
      expect(deliveryProblems({ ...address, [field]: '  ' })).toEqual({ [field]: 'missing' });
  });

  test('a text that is too long is reported as too long, not as missing', () => {
    for (const [field, most] of Object.entries(lengthLimits)) {
      if (!fields.includes(field as DeliveryField) || field === 'email') continue;
      expect(deliveryProblems({ ...address, [field]: 'x'.repeat(most + 1) })).toEqual({
        [field]: 'too-long',
      });
      expect(deliveryProblems({ ...address, [field]: ` ${'x'.repeat(most)} ` })).toEqual({});
    }
  });

  test.each([
    ['email', 'asha@', 'invalid'],
    ['zipcode', '012345', 'unknown-pin'],
    ['zipcode', '40000', 'invalid'],
    ['zipcode', '999999', 'unknown-pin'],
    ['phone', '9876543210', 'invalid'],
    ['country', 'Nepal', 'invalid'],
  ] as const)('%s "%s" is refused: %s', (field, text, problem) => {
    expect(deliveryProblems({ ...address, [field]: text })).toEqual({ [field]: problem });
  });
});

describe('cities', () => {
  const cities = [
    { city: 'Bengaluru', state: 'Karnataka', aliases: ['Bangalore'] },
    { city: 'Mumbai', state: 'Maharashtra', aliases: ['Bombay'] },
    { city: 'Navi Mumbai', state: 'Maharashtra' },
    ...Array.from({ length: 9 }, (_, at) => ({ city: `Pur ${at}`, state: 'Bihar' })),
  ];
  const names = (text: string) => suggestCities(cities, text).map(({ city }) => city);

  test('cities that begin with the text are first, then those that contain it', () => {
    expect(names('mum')).toEqual(['Mumbai', 'Navi Mumbai']);
    expect(names('BANGA')).toEqual(['Bengaluru']);
    expect(names('')).toEqual([]);
    expect(names('  ')).toEqual([]);
    expect(names('nowhere')).toEqual([]);
  });

  test('at most five are suggested, none twice, and each has the text in a name', () => {
    forAll(fc.oneof(fc.string({ maxLength: 4 }), fc.constantFrom('p', 'u', 'pur', 'mumbai', 'a')), (text) => {
      const found = suggestCities(cities, text);
      expect(found.length).toBeLessThanOrEqual(shop.citySuggestionsMax);
      expect(new Set(found).size).toBe(found.length);
      for (const { city, aliases = [] } of found) {
        expect(
          [city, ...aliases].some((name) => name.toLowerCase().includes(text.trim().toLowerCase())),
        ).toBe(true);
      }
    });
  });

  test('a city is found by its present and older name, whatever the case and outer spaces', () => {
    expect(knownCity(cities, ' bombay ')?.city).toBe('Mumbai');
    expect(knownCity(cities, 'MUMBAI')?.state).toBe('Maharashtra');
    expect(knownCity(cities, 'Mumba')).toBeUndefined();
    expect(knownCity(cities, '')).toBeUndefined();
  });

  test('every suggestion is a known city', () => {
    forAll(fc.string({ minLength: 1, maxLength: 3 }), (text) => {
      for (const city of suggestCities(cities, text)) expect(knownCity(cities, city.city)).toBe(city);
    });
  });
});
