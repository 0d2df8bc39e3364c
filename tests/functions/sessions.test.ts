import { beforeEach, expect, test, vi } from 'vitest';
import { newToken } from '../../netlify/identity/tokens.ts';
import { sessionsKey } from '../../netlify/storage/keys.ts';
import { sessionMessages } from '../../src/contract/messages/account.ts';
import { routes, type RouteName } from '../../src/contract/routes.ts';
import { connect } from '../support/redis.ts';
import {
  call,
  hoodie,
  newKey,
  newShopper,
  orderBody,
  profileFields,
  savedAddress,
  setExpiry,
} from '../support/shop-calls.ts';

const guardedNames = (Object.keys(routes) as RouteName[]).filter((name) => routes[name].auth === 'token');

const bodies: Partial<Record<RouteName, unknown>> = {
  'cart.add': { itemId: hoodie.id, size: 'M' },
  'cart.update': { itemId: hoodie.id, size: 'M', quantity: 1 },
  'wishlist.toggle': { itemId: hoodie.id },
  'user.confirm-email': { token: 'x' },
  'user.save-profile': profileFields,
  'user.delete': { email: 'asha@example.com', password: 'warp and weft' },
  'address.add': savedAddress,
  'address.edit': { ...savedAddress, addressId: 'no-such-address' },
  'address.delete': { addressId: 'no-such-address' },
  'notification.read': { notificationId: 'no-such-news' },
  'order.place': orderBody([hoodie, 'M', 1]),
  'order.razorpay': orderBody([hoodie, 'M', 1]),
  'order.stripe': orderBody([hoodie, 'M', 1]),
  'discount.check': { code: 'TAANA-0000-0001' },
  'order.pay': { orderId: 'A'.repeat(20) },
  'order.invoice': { orderId: 'A'.repeat(20) },
  'order.verifyRazorpay': {
    ...{ razorpay_order_id: 'order_1', razorpay_payment_id: 'pay_1', razorpay_signature: 'a'.repeat(64) },
  },
  'order.verifyStripe': { success: 'true', orderId: 'A'.repeat(20) },
};

/** Ways to pay that are offered; nobody without a session ever comes as far as to use the keys. */
beforeEach(() => {
  for (const name of ['RAZORPAY_KEY_ID', 'RAZORPAY_KEY_SECRET', 'STRIPE_SECRET_KEY'])
    vi.stubEnv(name, 'a-key');
});

const use = (name: RouteName, token?: string) => call(name, { token, key: newKey(), body: bodies[name] });

async function expectEnded(name: RouteName, token: string) {
  const { status, body } = await use(name, token);
  expect(status).toBe(401);
  expect(body).toEqual({ success: false, code: 'unauthorised', message: sessionMessages.expired });
}

test.each(guardedNames)('%s without a token asks to log in', async (name) => {
  const { status, body } = await use(name);
  expect(status).toBe(401);
  expect(body).toEqual({ success: false, code: 'unauthorised', message: sessionMessages.required });
});

test.each(guardedNames)('%s refuses a text that is no token', async (name) => {
  for (const token of ['x', 'null', 'undefined', 'a'.repeat(64), 'a'.repeat(10_000)])
    await expectEnded(name, token);
});

test.each(guardedNames)('%s refuses a forged token of a known account', async (name) => {
  const { session } = await newShopper();
  await expectEnded(name, newToken(session.userId).token);
});

test.each(guardedNames)('%s refuses the secret of one account under the name of another', async (name) => {
  const [asha, ravi] = [await newShopper(), await newShopper()];
  const bytes = (token: string) => Buffer.from(token, 'base64url');
  const mixed = Buffer.concat([bytes(ravi.token).subarray(0, 16), bytes(asha.token).subarray(16)]);
  await expectEnded(name, mixed.toString('base64url'));
});

test.each(guardedNames)('%s refuses an expired session', async (name) => {
  const { token, session } = await newShopper();
  await setExpiry(session, Date.now() - 1);
  await expectEnded(name, token);
});

test.each(guardedNames)('%s refuses a session after log-out', async (name) => {
  const { token } = await newShopper();
  await call('user.logout', { token });
  await expectEnded(name, token);
});

test.each(guardedNames)('%s refuses a session that was revoked with all others', async (name) => {
  const { token, session } = await newShopper();
  await connect().del(sessionsKey(session.userId));
  await expectEnded(name, token);
});

test.each(guardedNames)('%s takes a token from its header alone', async (name) => {
  const { token } = await newShopper();
  const sent = { ...(bodies[name] ?? {}), token };
  const isRead = routes[name].method === 'GET';
  const { status } = await call(name, {
    ...{ key: newKey(), query: `?token=${token}` },
    ...(isRead ? {} : { body: sent }),
    headers: { cookie: `token=${token}`, authorization: `Bearer ${token}` },
  });
  expect(status).toBe(401);
});

test('a login creates a new session, not one for the sent token', async () => {
  const { token: planted, session } = await newShopper();
  const email = `${newKey()}@example.com`;
  const credentials = { email, password: 'warp and weft' };
  const signedUp = await call('user.register', { token: planted, body: { name: 'Asha', ...credentials } });
  const loggedIn = await call('user.login', { token: signedUp.body.token, body: credentials });
  const tokens = [planted, signedUp.body.token, loggedIn.body.token];
  expect(new Set(tokens).size).toBe(3);
  const { body } = await call('user.profile', { token: planted });
  expect(body.user._id).toBe(session.userId);
});

test('an order that the catalogue refuses is not discussed without a session', async () => {
  const { session } = await newShopper();
  const body = { ...orderBody([hoodie, 'M', 1]), amount: 1 };
  const { status } = await call('order.place', {
    token: newToken(session.userId).token,
    key: newKey(),
    body,
  });
  expect(status).toBe(401);
});
