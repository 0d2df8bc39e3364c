/** Orders that the owner changes, with the emails of each change. */
import { beforeEach, expect } from 'vitest';
import { reconcile } from '../../netlify/services/order-admin.ts';
import { Refused } from '../../netlify/services/refusal.ts';
import type { Order } from '../../src/domain/order.ts';
import { useMailServer } from './mail-server.ts';
import { storeOrder } from './orders.ts';
import { orderOf, SHOP_ADDRESS, useProviders } from './payments.ts';
import { payOrderByRazorpay, payOrderByStripe, placeCashOrder } from './placed-orders.ts';
import { flush } from './redis.ts';
import { hoodie, setStock } from './shop-calls.ts';

/** An order as stored in the database, with its stock taken. */
export async function stored(own: Partial<Order> = {}): Promise<Order> {
  return storeOrder({
    items: [
      { productId: hoodie.id, name: hoodie.name, pricePaise: 9_000, picture: '', size: 'M', quantity: 2 },
    ],
    subtotalPaise: 18_000,
    totalPaise: 19_000,
    ...own,
  });
}

export const reconcileNow = () =>
  reconcile(
    () => {},
    () => {},
  );

/** A shop with providers and a mail server, for each test of the file. */
export function useAdminOrders() {
  const providers = useProviders();
  const mailServer = useMailServer(SHOP_ADDRESS);
  beforeEach(async () => {
    await flush();
    await setStock(hoodie.id, 'M', 9);
  });

  /** Removes the emails of earlier steps. */
  async function unread(placed: Promise<{ orderId: string }>): Promise<string> {
    const { orderId } = await placed;
    mailServer.emails.length = 0;
    return orderId;
  }

  return {
    providers,
    mailServer,
    /** Sorted by content: emails that are due together are sent together. */
    subjects: () =>
      mailServer.emails.map(({ mail }) => (mail.subject ?? '').replace(/\b[0-9A-Z]{6}\b/, '…')).sort(),
    cashOrder: () => unread(placeCashOrder()),
    razorpayOrder: () => unread(payOrderByRazorpay(providers)),
    stripeOrder: () => unread(payOrderByStripe(providers)),
    /** The error of the call; it must have changed nothing. */
    async refusal(id: string, verb: () => Promise<unknown>): Promise<string> {
      const before = await orderOf(id);
      const error = await verb().catch((thrown: unknown) => thrown);
      expect(error).toBeInstanceOf(Refused);
      expect(await orderOf(id)).toEqual(before);
      expect(mailServer.emails).toEqual([]);
      return (error as Refused).message;
    },
  };
}
