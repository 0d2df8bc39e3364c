import { expect, test } from 'vitest';
import { searchWordsOf, wordsOf } from '../../src/domain/order-search-terms.ts';
import { anOrder } from '../support/orders.ts';

const address = {
  ...anOrder().address,
  firstName: 'Anne-Marie',
  lastName: 'D’Souza',
  email: 'Anne@Example.com',
  zipcode: '600001',
  city: 'Chennai',
  state: 'Tamil Nadu',
};
const order = anOrder({
  address: { ...address, phone: '919876543210' },
  shipment: { courier: 'Delhivery', trackingNumber: 'AB 123-456' },
});

test.each([
  ['an email in any case', 'ANNE@example.COM'],
  ['a phone number as people write it', '+91 98765 43210'],
  ['a phone number without its country', '98765-43210'],
  ['a word of a name', 'souza'],
  ['the beginning of a name', 'Sou'],
  ['the beginning of a double name', 'anne-mar'],
  ['a whole double name', 'anne-marie'],
  ['a name with an accent', 'Mariè'],
  ['a tracking number without its spaces', 'ab123456'],
  ['a PIN code', '600001'],
  ['the sorting district of a PIN code', '600'],
  ['a state of two words', 'Tamil Nadu'],
])('%s finds its order', (_, typed) => {
  const words = wordsOf(order);
  const searched = searchWordsOf(typed);
  expect(searched).not.toEqual([]);
  expect(searched.every((word) => word.words.some((each) => words.includes(each)))).toBe(true);
});

test('two letters, the middle of a name and the start of an email find nothing', () => {
  const words = wordsOf(order);
  for (const typed of ['so', 'ouz', 'anne@exa']) {
    expect(
      searchWordsOf(typed)
        .flatMap((word) => word.words)
        .filter((each) => words.includes(each)),
    ).toEqual([]);
  }
});

test('an order that lost its address keeps no personal words', () => {
  const gone = { ...address, firstName: '', lastName: '', email: '', phone: '', zipcode: '600' };
  expect(wordsOf({ ...order, address: gone })).toEqual(['ab123456', '600', 'tamil', 'nadu']);
});

test('six characters can be the end of an id, including letters that are read as digits', () => {
  expect(searchWordsOf('#abcoli')).toEqual([{ words: ['abcoli'], idEnding: 'ABC011' }]);
  expect(searchWordsOf('asha')).toEqual([{ words: ['asha'], idEnding: null }]);
});

test('a name in an Indian script keeps its vowel signs', () => {
  const named = { ...address, firstName: 'मीरा', lastName: 'राव' };
  expect(wordsOf({ ...order, address: named })).toEqual(expect.arrayContaining(['मीरा', 'राव']));
  expect(searchWordsOf('मीरा')).toEqual([{ words: ['मीरा'], idEnding: null }]);
});

test('a search has five words at most, and empty ones are ignored', () => {
  expect(searchWordsOf(' , ; ')).toEqual([]);
  expect(searchWordsOf('a b c d e f g')).toHaveLength(5);
});
