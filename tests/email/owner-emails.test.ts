import { describe, expect, test } from 'vitest';
import { orderEmail } from '../../netlify/email/order-emails.ts';
import { ownerEmail } from '../../netlify/email/owner-emails.ts';
import type { Dispute } from '../../src/domain/order.ts';
import type { Order, OrderItem, Refund } from '../../src/domain/order.ts';
import { anOrder } from '../support/orders.ts';

const SITE = 'https://shop.example';
const ID = '0123456789ABCDE7K3MQ';
/** Late in the evening of the 20th in London is the 21st in India. */
const at = Date.UTC(2026, 10, 20, 20, 0);

const hoodie: OrderItem = {
  productId: 'kulhad-hoodie',
  name: 'Kulhad Hoodie',
  pricePaise: 1_299_00,
  picture: '/products/kulhad-hoodie-1.webp',
  size: 'M',
  quantity: 2,
};
const cap: OrderItem = {
  ...hoodie,
  productId: 'cap',
  name: 'Cap',
  picture: '',
  size: 'default',
  quantity: 1,
};
const payment = { provider: 'razorpay', id: 'pay_1', amountPaise: 3_907_00, at } as const;
const refund: Refund = {
  key: 'pay_1-1',
  provider: 'razorpay',
  paymentId: 'pay_1',
  amountPaise: 3_907_00,
  reason: 'cancelled',
  wantedAt: at,
  doneAt: at,
  providerId: 'rfnd_9',
};

const failure = { at, why: 'expired or canceled card', isProviders: true };

function order(own: Partial<Order> = {}): Order {
  return anOrder({
    id: ID,
    items: [hoodie, cap],
    placedAt: at,
    subtotalPaise: 3_897_00,
    totalPaise: 3_907_00,
    ...own,
  });
}

const online = (own: Partial<Order> = {}) =>
  order({ paymentMethod: 'razorpay', paid: true, payment, ...own });

describe('an email to the owner', () => {
  test('about a failed refund has the provider’s words and the way to retry it', () => {
    const email = ownerEmail('owner-refund-pay_1-1', online({ refunds: [{ ...refund, failure }] }));
    expect(email?.subject).toBe('A refund of ₹3,907.00 for order E7K3MQ has failed');
    expect(email?.text).toContain('Razorpay (rfnd_9): expired or canceled card.');
    expect(email?.text).toContain('npm run shop -- orders refund-again E7K3MQ');
  });

  test.each([
    ['open', 'is contested', 'until 21 November 2026'],
    ['won', 'is won', 'can continue'],
    ['lost', 'is lost', 'took the money back'],
  ] as const)('of a dispute that is %s', (state, subject, words) => {
    const dispute: Dispute = {
      ...{ id: 'disp_1', provider: 'razorpay', paymentId: 'pay_1', amountPaise: 3_907_00 },
      ...{ state, why: 'not received', respondBy: at, at, releasedAt: null },
    };
    const of = online({ disputes: [dispute] });
    const email = ownerEmail(`owner-dispute-${state}-disp_1`, of);
    expect(email?.subject).toContain(subject);
    expect(email?.text).toContain(words);
    // It was decided meanwhile.
    expect(ownerEmail(`owner-dispute-${state === 'open' ? 'won' : 'open'}-disp_1`, of)).toBeNull();
  });

  test('is never one of the kinds that go to shoppers', () => {
    expect(ownerEmail('placed', online())).toBeNull();
    expect(
      orderEmail('owner-refund-pay_1-1', online({ refunds: [{ ...refund, failure }] }), SITE, true),
    ).toBeNull();
  });
});
