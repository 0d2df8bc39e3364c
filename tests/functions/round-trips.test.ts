import { beforeEach, expect, test } from 'vitest';
import { indexSubscriptions } from '../../netlify/storage/subscription-index.ts';
import type { RouteName } from '../../src/contract/routes.ts';
import { callBodies as bodies } from '../support/call-bodies.ts';
import { flush } from '../support/redis.ts';
import {
  openProviders,
  payByRazorpay,
  payByStripe,
  sessionOf,
  verifyRazorpay,
  verifyReturn,
} from '../support/payments.ts';
import {
  call,
  cap,
  hoodie,
  newKey,
  newShopper,
  orderBody,
  roundTrips,
  workDone,
} from '../support/shop-calls.ts';

beforeEach(flush);

test('every call makes the fewest possible round trips', async () => {
  const measure = async () => {
    const { token } = await newShopper();
    const email = `${newKey()}@example.com`;
    const password = 'warp and weft';
    const wrong: string[] = [];
    const count = async (expected: number, title: string, options: Parameters<typeof call>[1] = {}) => {
      const [name = ''] = title.split(', ');
      let status = 0;
      const made = await roundTrips(async () => {
        ({ status } = await call(name as RouteName, options));
      });
      if (made !== expected || status >= 500) wrong.push(`${title}: ${made} round trips, status ${status}`);
    };
    const order = { token, key: newKey(), body: bodies['order.place'] };
    await count(1, 'product.list');
    await count(1, 'product.list, best sellers', { query: '?sort=bestseller' });
    await count(0, 'product.list, counts alone', { query: '?limit=0' });
    await count(1, 'product.stock', { query: `?id=${cap.id}` });
    await count(1, 'cart.add', { token, body: bodies['cart.add'] });
    await count(1, 'cart.update', { token, body: bodies['cart.update'] });
    await count(1, 'cart.get', { token });
    await count(1, 'wishlist.toggle', { token, body: bodies['wishlist.toggle'] });
    await count(1, 'wishlist.get', { token });
    await count(1, 'product.early-order-interest', { body: bodies['product.early-order-interest'] });
    await count(2, 'user.register', { body: { name: 'Asha', email, password } });
    await count(1, 'user.register, taken', { body: { name: 'Asha', email, password } });
    await count(2, 'user.login', { body: { email, password } });
    await count(1, 'user.login, wrong', { body: { email, password: 'wrong' } });
    await count(0, 'user.options');
    await count(1, 'user.forgot', { body: { email } });
    await count(1, 'user.forgot, unknown', { body: { email: `${newKey()}@example.com` } });
    await count(1, 'user.reset, forged', { body: bodies['user.reset'] });
    await count(1, 'user.confirm-email, forged', { token, body: bodies['user.confirm-email'] });
    await count(3, 'user.confirm-again', { token });
    await count(1, 'user.profile', { token });
    await count(2, 'user.save-profile', { token, body: bodies['user.save-profile'] });
    // Notes of staff about its orders are read after the orders are known.
    await count(8, 'user.export', { token });
    await count(1, 'user.delete, wrong', { token, body: bodies['user.delete'] });
    await count(1, 'order.place', order);
    await count(1, 'order.place, again', order);
    const changed = { ...orderBody([cap, 'default', 1]), amount: 1 };
    await count(1, 'order.place, price changed', { token, key: newKey(), body: changed });
    await count(0, 'payment.methods');
    await count(2, 'order.userorders', { token });
    await count(1, 'order.userorders, none', { token: (await newShopper()).token });
    await count(1, 'address.add', { token, body: bodies['address.add'] });
    await count(1, 'address.user', { token });
    await count(1, 'address.edit, unknown', { token, body: bodies['address.edit'] });
    await count(1, 'address.delete, unknown', { token, body: bodies['address.delete'] });
    await count(1, 'notification.user', { token });
    await count(1, 'notification.read, unknown', { token, body: bodies['notification.read'] });
    await count(0, 'cart.get, forged', { token: 'x' });
    const leaver = { email: `new-${email}`, password };
    const { body } = await call('user.register', { body: { name: 'Asha', ...leaver } });
    await count(3, 'user.delete', { token: body.token, body: leaver });
    await count(1, 'user.logout', { token });
    await count(1, 'health');
    return wrong;
  };
  await indexSubscriptions();
  // At the first call Redis may not know the scripts.
  await measure();
  expect(await measure()).toEqual([]);
});

test('an online payment makes the fewest possible round trips', async () => {
  const providers = await openProviders();
  const measure = async () => {
    const { token } = await newShopper();
    const trips: Record<string, number> = {};
    const lines: Parameters<typeof payByStripe>[1] = [[hoodie, 'M', 1]];
    let orderId = '';
    let reference = '';
    trips['order.razorpay'] = await roundTrips(async () => {
      const { body } = await payByRazorpay(token, lines);
      reference = body.order.id;
      orderId = body.orderId;
    });
    trips['order.pay'] = await roundTrips(() => call('order.pay', { token, body: { orderId } }));
    const receipt = providers.razorpay.pay(reference, { webhook: 'held' });
    trips['order.verifyRazorpay'] = await roundTrips(() => verifyRazorpay(token, receipt));
    let session = '';
    trips['order.stripe'] = await roundTrips(async () => {
      const { body } = await payByStripe(token, [[cap, 'default', 1]]);
      session = sessionOf(body.session_url);
      orderId = body.orderId;
    });
    trips['order.verifyStripe, not paid'] = await roundTrips(() => verifyReturn(token, orderId, 'false'));
    providers.stripe.pay(session, { webhook: 'never' });
    trips['order.verifyStripe'] = await roundTrips(() => verifyReturn(token, orderId));
    await workDone();
    return trips;
  };
  await measure();
  const trips = await measure();
  await providers.stop();
  expect(trips).toEqual({
    'order.razorpay': 6,
    'order.pay': 4,
    'order.verifyRazorpay': 6,
    'order.stripe': 6,
    'order.verifyStripe, not paid': 3,
    'order.verifyStripe': 5,
  });
});
