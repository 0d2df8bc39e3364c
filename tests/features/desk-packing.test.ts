import { expect, test } from 'vitest';
import { addressOf, filtersFrom } from '../../src/features/desk/orders/list-address.ts';
import { barsOf } from '../../src/features/desk/packing/code39.ts';
import { pickListOf } from '../../src/features/desk/packing/pick-list.ts';
import { trackingFrom } from '../../src/features/desk/packing/tracking-lines.ts';

const [one, two, three] = ['AAAAAAAAAAAAAA000001', 'AAAAAAAAAAAAAA000002', 'AAAAAAAAAAAAAA000003'] as const;
const piece = (name: string, size: string, quantity = 1) => ({
  ...{ productId: name.toLowerCase(), name, size, quantity, picture: '' },
});

test('a pick list adds up a batch by product and size, small sizes first', () => {
  const picks = pickListOf([
    { id: one, items: [piece('Tee', 'XL'), piece('Cap', 'default')] },
    { id: two, items: [piece('Tee', 'S', 2), piece('Tee', 'XL', 3)] },
    { id: three, items: [piece('Shoe', '10'), piece('Shoe', '9')] },
  ]);
  expect(picks.map(({ name, size, quantity }) => [name, size, quantity])).toEqual([
    ['Cap', 'default', 1],
    ['Shoe', '9', 1],
    ['Shoe', '10', 1],
    ['Tee', 'S', 2],
    ['Tee', 'XL', 4],
  ]);
  expect(picks.at(-1)?.orders).toEqual([
    { id: one, quantity: 1 },
    { id: two, quantity: 3 },
  ]);
});

test('pasted tracking numbers go to the parcels in their sequence, or to the order that stands before them', () => {
  const ids = [one, two, three];
  expect(trackingFrom('111\r\n\n222\n', ids)).toEqual({ numbers: { [one]: '111', [two]: '222' }, left: 0 });
  expect(trackingFrom('000003\t333\n111\n#000002, Delhivery, 222\n', ids)).toEqual({
    numbers: { [one]: '111', [two]: '222', [three]: '333' },
    left: 0,
  });
  expect(trackingFrom('1\n2\n3\n4', ids).left).toBe(1);
});

test('the filters of the list survive their address, and an unknown one does not count', () => {
  const filters = {
    ...({ tab: 'pack', method: 'cod', size: 'M', search: 'asha rao' } as const),
    ...{ from: '2026-11-01', to: '2026-11-20', network: '1.abc-_f' },
  };
  expect(filtersFrom(addressOf(filters))).toEqual(filters);
  expect(filtersFrom('?tab=nothing&payment=gold&from=yesterday&network=mine')).toEqual({});
  expect(addressOf({})).toBe('');
});

test('each character of a barcode has three wide parts and is like no other', () => {
  const letters = [...'0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZ'];
  const drawn = letters.map((letter) => barsOf(letter));
  // Star, letter and star: each five bars; 9 parts of which 3 are three times as wide, and two gaps.
  for (const { bars, width } of drawn) expect([bars.length, width]).toEqual([15, 3 * (6 + 9) + 2]);
  expect(new Set(drawn.map(({ bars }) => JSON.stringify(bars))).size).toBe(letters.length);
});
