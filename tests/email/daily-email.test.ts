import { expect, test } from 'vitest';
import { dailyEmail } from '../../netlify/email/daily-email.ts';
import { waitingIn, type WireToday } from '../../src/contract/desk-money.ts';
import { deskMoneyMessages } from '../../src/contract/messages/desk-stock-and-money.ts';

const nothing: WireToday = {
  pack: 0,
  ship: 0,
  returns: 0,
  low: 0,
  soldOut: 0,
  backFor: 0,
  lateEmails: 0,
  late: [],
  unsent: [],
  money: null,
};
const emailOf = (today: WireToday) => dailyEmail('2026-11-24', today, null, 'https://shop.example').text;

test('the daily email names each number of the Today screen that is not 0, and only those', () => {
  for (const name of ['pack', 'ship', 'returns', 'low', 'backFor', 'lateEmails'] as const) {
    const text = emailOf({ ...nothing, [name]: 3 });
    expect(text).toContain(`${deskMoneyMessages.numbers[name]}: 3`);
    expect(text).not.toContain(deskMoneyMessages.nothingWaits);
  }
  expect(emailOf(nothing)).toContain(deskMoneyMessages.nothingWaits);
});

test('a packer gets no number about money', () => {
  const today = { orders: 0, netPaise: 0 } as NonNullable<WireToday['money']>['today'];
  const money = { unpaid: 1, refundsFailed: 1, disputed: 1, today, days: [] };
  const ofOwner = waitingIn({ ...nothing, money }).map(([name]) => name);
  const ofPacker = waitingIn(nothing).map(([name]) => name);
  expect(ofOwner.filter((name) => !ofPacker.includes(name))).toEqual(['unpaid', 'refundsFailed', 'disputed']);
});
