/** Work of every kind that is due for the reconciliation job. */
import { afterEach, beforeEach, vi } from 'vitest';
import { saveSubscription } from '../../netlify/storage/back-in-stock.ts';
import { emailName } from '../../netlify/storage/email-outbox.ts';
import { emailOutboxKey, freedKey, variant, watchKey } from '../../netlify/storage/keys.ts';
import { askFor } from '../../netlify/storage/newsletter.ts';
import { redis } from '../../netlify/storage/redis.ts';
import type { Order } from '../../src/domain/order.ts';
import { useMailServer } from './mail-server.ts';
import { storeOrder } from './orders.ts';
import { payByRazorpay, payByStripe, sessionOf, SHOP_ADDRESS, useProviders } from './payments.ts';
import { flush } from './redis.ts';
import { address, hoodie, newKey, newShopper, ownAddress, setStock } from './shop-calls.ts';

/** Schedules the check of an order. */
export const due = (orderId: string, at = 0) => redis().zadd(watchKey(), { score: at, member: orderId });

export const stored = async (own: Partial<Order> = {}) => (await storeOrder(own)).id;

export async function emailTo(email: string, at = 1): Promise<void> {
  const about = await stored({ address: { ...address, email } });
  await redis().zadd(emailOutboxKey(), { score: at, member: emailName({ about, kind: 'placed' }) });
}

/** One of each kind of email. @returns its recipients */
export async function emailsDue(): Promise<string[]> {
  await emailTo('order@example.com');
  await askFor([], { email: 'newsletter@example.com', at: 1, privacyVersion: '2026-11-22' });
  await setStock(hoodie.id, 'L', 0);
  await saveSubscription([], { productId: hoodie.id, size: 'L', initial: 0 }, 'restock@example.com');
  await setStock(hoodie.id, 'L', 3);
  await redis().sadd(freedKey(), variant(hoodie.id, 'L'));
  return ['newsletter@example.com', 'order@example.com', 'restock@example.com'];
}

/** A shop with providers and a mail server, for each test of the file. */
export function useDueWork() {
  // Two weeks of retries are many runs, which are slow on a busy machine.
  vi.setConfig({ testTimeout: 120_000 });
  const providers = useProviders();
  const mailServer = useMailServer(SHOP_ADDRESS);
  beforeEach(async () => {
    await flush();
    vi.stubEnv('SMTP_URL', mailServer.url);
    await setStock(hoodie.id, 'M', 50);
  });
  afterEach(() => {
    for (const provider of ['razorpay', 'stripe'] as const) providers.fault(provider, 'none');
  });

  /** A paid order that nobody has reported. */
  async function paidUnheard(by: 'razorpay' | 'stripe'): Promise<string> {
    const { token } = await newShopper();
    // This many unpaid orders have addresses of their own.
    const own = { address: ownAddress() };
    if (by === 'razorpay') {
      const { body } = await payByRazorpay(token, [[hoodie, 'M', 1]], newKey(), own);
      providers.razorpay.pay(body.order.id, { webhook: 'never' });
      return body.orderId;
    }
    const { body } = await payByStripe(token, [[hoodie, 'M', 1]], newKey(), own);
    providers.stripe.pay(sessionOf(body.session_url), { webhook: 'never' });
    return body.orderId;
  }

  return { providers, mailServer, paidUnheard };
}
