import { describe, expect, test } from 'vitest';
import { changesOf, logSentence } from '../../src/contract/messages/desk-log.ts';
import type { LogEntry } from '../../src/domain/staff.ts';

const entryOf = (own: Partial<LogEntry>): LogEntry => {
  const subject = 'order:01J0000000000000ABCD';
  const none = { before: null, after: null };
  return { at: 0, who: 'asha@taana.example', action: 'orders.pack', subject, ...none, ...own };
};

describe('an entry of the log', () => {
  test.each<[string, Partial<LogEntry>]>([
    ['asha@taana.example began to pack order 00ABCD', {}],
    ['asha@taana.example shipped order 00ABCD', { action: 'orders.ship' }],
    [
      'asha@taana.example counted the shelf of warp-line-hoodie, M',
      { action: 'stock.count', subject: 'stock:warp-line-hoodie/M' },
    ],
    ['asha@taana.example deleted account 7', { action: 'shoppers.delete', subject: 'shopper:7' }],
    ['asha@taana.example ended a session', { action: 'session.end', subject: 'staff' }],
    ['asha@taana.example signed out', { action: 'session.leave', subject: 'staff' }],
  ])('is read as “%s”', (sentence, own) => {
    expect(logSentence(entryOf(own), false)).toBe(sentence);
  });

  test('does not repeat the name of the order that it is shown beside', () => {
    expect(logSentence(entryOf({}), true)).toBe('asha@taana.example began to pack this order');
  });

  test('of a removed call keeps the call’s name', () => {
    expect(logSentence(entryOf({ action: 'orders.old', subject: 'other' }), false)).toBe(
      'asha@taana.example orders.old',
    );
  });
});

describe('the values before and after', () => {
  const parcel = { courier: 'Delhivery', trackingNumber: '1490' };

  test.each<[string[], unknown, unknown]>([
    [
      ['It was Order Placed and became Processing.'],
      { status: 'Order Placed', paid: false },
      { status: 'Processing', paid: false },
    ],
    [
      ['It was Processing and became Shipped.', 'The parcel: Delhivery, 1490.'],
      { status: 'Processing' },
      { status: 'Shipped', shipment: parcel },
    ],
    [
      ['It was Shipped and became Delivered.', 'It was not paid and became paid.'],
      { status: 'Shipped', paid: false, shipment: parcel },
      { status: 'Delivered', paid: true, shipment: parcel },
    ],
    [['The parcel: Delhivery, 1490 before, none now.'], { shipment: parcel }, {}],
    [['Refunded: ₹0.00 before, ₹149.90 now.'], { refundedPaise: 0 }, { refundedPaise: 14_990 }],
    [['Pieces for sale: 5 before, 7 now.'], { pieces: 5 }, { pieces: 7 }],
    [
      ['Whose: ravi@taana.example.', 'The passkey: Chrome on Android.'],
      null,
      { email: 'ravi@taana.example', passkey: 'Chrome on Android' },
    ],
    [
      [
        'Notified about: new orders, disputes before, nothing now.',
        'Quiet hours: 22:00 to 08:00.',
        'The daily email: off before, on now.',
      ],
      { kinds: ['order', 'dispute'], quiet: null, hasDaily: false },
      { kinds: [], quiet: { from: '22:00', to: '08:00' }, hasDaily: true },
    ],
    [[], 'account', null],
  ])('is read as %j', (sentences, before, after) => {
    expect(changesOf({ before, after })).toEqual(sentences);
  });
});
