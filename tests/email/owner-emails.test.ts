import { describe, expect, test } from 'vitest';
import { orderEmail } from '../../netlify/email/order-emails.ts';
import { ownerEmail } from '../../netlify/email/owner-emails.ts';
import { aDispute } from '../support/orders.ts';
import { at, failure, online, refund, SITE } from './example-orders.ts';

describe('an email to the owner', () => {
  test('about a failed refund has the provider’s words and the way to retry it', () => {
    const email = ownerEmail('owner-refund-pay_1-1', online({ refunds: [{ ...refund, failure }] }));
    expect(email?.subject).toBe('A refund of ₹3,907.00 for order E7K3MQ has failed');
    expect(email?.text).toContain('Razorpay (rfnd_9): expired or canceled card.');
    expect(email?.text).toContain('npm run shop -- orders refund-again E7K3MQ');
  });

  test.each([
    ['open', 'is disputed', 'until 21 November 2026'],
    ['won', 'is won', 'can continue'],
    ['lost', 'is lost', 'took the money back'],
  ] as const)('of a dispute that is %s', (state, subject, words) => {
    const of = online({ disputes: [aDispute({ id: 'disp_1', state, respondBy: at })] });
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
