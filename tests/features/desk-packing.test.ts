import { expect, test } from 'vitest';
import { deskOrderMessages as says } from '../../src/contract/messages/desk-orders.ts';
import type { DeskOrderPage } from '../../src/contract/desk-orders.ts';
import { conflictMessage } from '../../src/features/desk/conflict-message.ts';
import { addressOf, filtersFrom } from '../../src/features/desk/orders/list-address.ts';
import { barsOf } from '../../src/features/desk/packing/code39.ts';
import { isPicked, pickListOf, withTick } from '../../src/features/desk/packing/pick-list.ts';
import { newCodeReader } from '../../src/features/desk/use-scan.ts';
import { isOrderCode, trackingFrom } from '../../src/features/desk/packing/tracking-lines.ts';

const [one, two, three] = ['AAAAAAAAAAAAAA000001', 'AAAAAAAAAAAAAA000002', 'AAAAAAAAAAAAAA000003'] as const;
const piece = (name: string, size: string, quantity = 1) => ({
  productId: name.toLowerCase(),
  name,
  size,
  quantity,
  picture: '',
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

test('a tick of the pick list belongs to the orders that it was set for', () => {
  const [pick] = pickListOf([{ id: one, items: [piece('Tee', 'M')] }]);
  const [more] = pickListOf([one, two].map((id) => ({ id, items: [piece('Tee', 'M')] })));
  if (!pick || !more) throw new Error('no pick');
  const ticks = withTick([], pick, true);
  expect([isPicked(pick, ticks), isPicked(more, ticks)]).toEqual([true, false]);
  expect(isPicked(pick, withTick(ticks, more, true))).toBe(true);
  expect(withTick(ticks, pick, false)).toEqual([]);
});

test('a refused change is reported as a colleague’s, unless its own reply was lost', () => {
  const page = (who: string, action = 'orders.ship') => {
    const entry = { at: 1, subject: '', before: null, after: null };
    const note = { ...entry, who: 'ravi', action: 'orders.note' };
    return {
      order: { status: 'Shipped' },
      log: [note, { ...entry, who, action }],
    } as unknown as DeskOrderPage;
  };
  const own = { verb: 'ship' as const, who: 'asha', sent: '149001' };
  const first = says.changed('Processing', 'Shipped');
  expect(conflictMessage(page('asha'), 'Processing', { ...own, unanswered: '' })).toBe(first);
  expect(conflictMessage(page('asha'), 'Processing', { ...own, unanswered: '149001' })).toBeNull();
  // A colleague did it or more, or another number was sent first: the log has what was made.
  const unsure = says.unknownChange('Processing', 'Shipped');
  expect(conflictMessage(page('ravi'), 'Processing', { ...own, unanswered: '149001' })).toBe(unsure);
  expect(conflictMessage(page('asha', 'orders.cancel'), 'Processing', { ...own, unanswered: '149001' })).toBe(
    unsure,
  );
  expect(conflictMessage(page('asha'), 'Processing', { ...own, unanswered: '149000' })).toBe(unsure);
});

test('a refused change of an order in the same state says what staff did last', () => {
  const entry = {
    at: Date.UTC(2026, 10, 23, 6, 30),
    who: 'ravi',
    subject: 'order:x',
    before: null,
    after: null,
  };
  const log = [
    { ...entry, action: 'orders.note' },
    { ...entry, action: 'orders.ask' },
    { ...entry, action: 'orders.refund', before: { refundedPaise: 0 }, after: { refundedPaise: 100_00 } },
  ];
  const own = { verb: 'ship' as const, who: 'asha', sent: '149001', unanswered: '' };
  const page = (entries: typeof log) =>
    ({ order: { status: 'Processing' }, log: entries }) as unknown as DeskOrderPage;
  const same = says.changed('Processing', 'Processing');
  expect(conflictMessage(page(log), 'Processing', own)).toBe(
    `${same} The last entry of its log, 23 Nov 2026, 12:00 pm: ravi sent a refund for this order. Refunded: ₹0.00 before, ₹100.00 now.`,
  );
  expect(conflictMessage(page(log.slice(0, 2)), 'Processing', own)).toBe(same);
});

const numbersOf = (text: string, ids: readonly string[] = [one, two, three]) =>
  trackingFrom(text, ids).numbers;

test('pasted tracking numbers go to the parcels in their sequence, or to the order before them in the line', () => {
  const nothing = { left: [], repeated: [] };
  expect(trackingFrom('111\r\n\n222\n', [one, two, three])).toEqual({
    numbers: { [one]: '111', [two]: '222' },
    ...nothing,
  });
  expect(trackingFrom('000003\t333\n111\n#000002, Delhivery, 222\n', [one, two, three])).toEqual({
    numbers: { [one]: '111', [two]: '222', [three]: '333' },
    ...nothing,
  });
  expect(trackingFrom('1\n2\n3\n4', [one, two, three]).left).toEqual(['4']);
});

test('a pasted line with an order that is not among the open parcels gives its number to no other', () => {
  const pasted = trackingFrom(`ZZZZZ9 149009\n#00000A\t149008\nBBBBBBBBBBBBBB00000B 149007\n149001`, [
    one,
    two,
  ]);
  expect(pasted.numbers).toEqual({ [one]: '149001' });
  expect(pasted.left).toEqual(['ZZZZZ9 149009', '#00000A\t149008', 'BBBBBBBBBBBBBB00000B 149007']);
  // The second number of one order, and an order without a number.
  expect(trackingFrom('000001 149001\n000001 149002\n000002\n#000002', [one, two])).toMatchObject({
    numbers: { [one]: '149001' },
    left: ['000001 149002', '000002', '#000002'],
  });
});

test('a pasted heading and a name are no tracking numbers', () => {
  const pasted = trackingFrom('AWB No\n149001\n149002', [one, two]);
  expect(pasted).toMatchObject({ numbers: { [one]: '149001', [two]: '149002' }, left: ['AWB No'] });
  expect(numbersOf('000001 149001 Asha Rao\n149002, Sharma, Pune')).toEqual({
    [one]: '149001',
    [two]: '149002',
  });
  expect(numbersOf('S.No, Order, AWB\n1, 000002, 149002\n2. 149001 Pune')).toEqual({
    [two]: '149002',
    [one]: '149001',
  });
});

test('a number in groups, as India Post writes it, is one number', () => {
  expect(numbersOf('EE 123 456 789 IN\n000003 eb123456789in Asha\nEK 123456785 IN, Pune')).toEqual({
    [one]: 'EE123456789IN',
    [two]: 'EK123456785IN',
    [three]: 'EB123456789IN',
  });
});

test('one tracking number is accepted for one parcel alone', () => {
  expect(trackingFrom('149001\n149001\n149001\n149002', [one, two, three])).toEqual({
    numbers: { [one]: '149001', [two]: '149002' },
    left: [],
    repeated: ['149001'],
  });
  // Another parcel of the batch has it.
  expect(trackingFrom('000002 149001\n149003', [one, two], ['149001'])).toEqual({
    numbers: { [one]: '149003' },
    left: [],
    repeated: ['149001'],
  });
  expect(says.pasteLeft(['AWB No'])).toBe('1 line matches no parcel: AWB No');
  expect(says.pasteLeft(['4', '5'])).toBe('2 lines match no parcel: 4; 5');
});

test('a scanned order that is no open parcel of the batch is no tracking number', () => {
  for (const code of ['7K2M9A', '7k2m9a', '#000002', ' 000002 ']) expect(isOrderCode(code)).toBe(true);
  for (const code of ['1490816273645', 'EB123456789IN', '149001A', 'U2M9AB']) {
    expect(isOrderCode(code)).toBe(false);
  }
});

test('a barcode reader is told by its speed', () => {
  const typed = (
    text: string,
    pauseMs: number,
    own: { repeat?: boolean; pauseBeforeEnter?: number } = {},
  ) => {
    const hear = newCodeReader();
    const { repeat = false, pauseBeforeEnter = pauseMs } = own;
    const timeOf = (place: number) => 1_000 + place * pauseMs;
    for (const [place, key] of [...text].entries()) hear({ key, timeStamp: timeOf(place), repeat });
    const timeStamp = timeOf(text.length - 1) + pauseBeforeEnter;
    return hear({ key: 'Enter', timeStamp, repeat: false }).read;
  };
  expect(typed('7K2M9A', 10)).toBe('7K2M9A');
  expect(typed('7K2M9A', 90)).toBeNull();
  expect(typed('7K2M9A', 10, { pauseBeforeEnter: 90 })).toBeNull();
  expect(typed('7K2M', 10)).toBeNull();
  expect(typed('aaaaaaaa', 10, { repeat: true })).toBeNull();
});

test('the filters of the list survive their URL, and an unknown one is ignored', () => {
  const filters = {
    tab: 'pack' as const,
    method: 'cod' as const,
    size: 'M',
    search: 'asha rao',
    from: '2026-11-01',
    to: '2026-11-20',
    network: '1.abc-_f',
    isUnconfirmed: true as const,
  };
  expect(filtersFrom(addressOf(filters))).toEqual(filters);
  expect(filtersFrom('?tab=nothing&payment=gold&from=yesterday&network=mine&account=all')).toEqual({});
  expect(addressOf({})).toBe('');
});

test('each character of a barcode has three wide parts and is unique', () => {
  const letters = [...'0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZ'];
  const drawn = letters.map((letter) => barsOf(letter));
  // Star, letter and star: each has five bars; 9 parts of which 3 are three times as wide, and two gaps.
  for (const { bars, width } of drawn) expect([bars.length, width]).toEqual([15, 3 * (6 + 9) + 2]);
  expect(new Set(drawn.map(({ bars }) => JSON.stringify(bars))).size).toBe(letters.length);
});
