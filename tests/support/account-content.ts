/** Everything that the shop can store about a shopper, created by its own calls. */
import { expect } from 'vitest';
import { updateOrder } from '../../netlify/services/order-changes.ts';
import { backInStockKey, newsletterKey, waitlistKey } from '../../netlify/storage/keys.ts';
import { personHash } from '../../netlify/storage/person-hash.ts';
import { askFor } from '../../netlify/storage/newsletter.ts';
import { readOrder } from '../../netlify/storage/orders.ts';
import { redis } from '../../netlify/storage/redis.ts';
import { readSubscriptionsOf } from '../../netlify/storage/subscriptions.ts';
import { joinWaitlist } from '../../netlify/storage/waitlist.ts';
import { policyVersions } from '../../src/content/snapshot-edition.ts';
import { canBecome, type OrderStatus, withStatus } from '../../src/domain/order.ts';
import { password } from './accounts.ts';
import {
  address,
  call,
  earlyProduct,
  hoodie,
  newKey,
  orderBody,
  profileFields,
  savedAddress,
  setStock,
  shirt,
} from './shop-calls.ts';

/** Deletes the account. */
export const leave = (token: string, email: string, secret = password) =>
  call('user.delete', { token, body: { email, password: secret } });

/** Places a cash order and moves it to a status. */
export async function orderIn(token: string, status: OrderStatus = 'Order Placed', product = shirt) {
  const body = { ...orderBody([product, 'M', 1]), address: { ...address, lastName: 'Raghunathan' } };
  const { body: reply } = await call('order.place', { token, key: newKey(), body });
  const way: OrderStatus[] = status === 'Cancelled' ? ['Cancelled'] : ['Processing', 'Shipped', 'Delivered'];
  for (const next of way) {
    const now = (await readOrder(reply.orderId))?.order;
    if (!now || now.status === status || !canBecome(now.status, next)) break;
    await updateOrder(reply.orderId, (each) => withStatus(each, next, Date.now()));
  }
  return reply.orderId;
}

/** Everything that a mailbox can ask for without an account. @param at of the newsletter subscription */
export async function subscribeToEverything(
  email: string,
  { at = Date.now(), name = 'Asha Raghunathan', phone = '919812345678' } = {},
): Promise<void> {
  await setStock(hoodie.id, 'L', 0);
  await call('notify', { body: { productId: hoodie.id, size: 'L', email } });
  await call('product.early-order-interest', {
    body: { productId: earlyProduct.id, email, name, phone },
  });
  await askFor([], { email, at, privacyVersion: policyVersions.privacy });
  await joinWaitlist([], {
    email,
    at: 6,
    name: 'Waitlist User',
    message: 'Please',
    privacyVersion: '2026-11-20',
    formSent: false,
  });
}

export async function expectSubscribedToEverything(email: string): Promise<void> {
  expect(await redis().zscore(backInStockKey(hoodie.id, 'L'), email)).not.toBeNull();
  expect(await readSubscriptionsOf(email)).toMatchObject({ sizes: { length: 1 }, interests: { length: 1 } });
  expect(await redis().hexists(newsletterKey(), personHash(email))).toBe(1);
  expect(await redis().hexists(waitlistKey(), email)).toBe(1);
}

interface Shopper {
  token: string;
  email: string;
}

/** Profile, cart, wishlist and address. */
export async function fillProfile({ token, email }: Shopper): Promise<void> {
  await call('user.save-profile', { token, body: { ...profileFields, email } });
  await call('cart.add', { token, body: { itemId: hoodie.id, size: 'M' } });
  await call('wishlist.toggle', { token, body: { itemId: shirt.id } });
  await call('address.add', { token, body: savedAddress });
}

/** Stores one of everything that the shop keeps about a shopper. */
export async function fillAccount(shopper: Shopper): Promise<void> {
  await fillProfile(shopper);
  await subscribeToEverything(shopper.email, { at: 5, name: 'Asha', phone: address.phone });
}
