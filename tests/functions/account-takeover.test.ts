import { randomUUID } from 'node:crypto';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { readToken } from '../../netlify/identity/tokens.ts';
import { updateOrder } from '../../netlify/services/order-changes.ts';
import { runCleanup } from '../../netlify/services/cleanup.ts';
import { pendingDeletionsKey, ordersKey, userKey } from '../../netlify/storage/keys.ts';
import { readOrder } from '../../netlify/storage/orders.ts';
import { authMessages } from '../../src/contract/messages/account.ts';
import { withStatus } from '../../src/domain/order.ts';
import { DELETED_USER } from '../../src/domain/retention.ts';
import { useGoogle } from '../support/google-issuer.ts';
import { useMailServer } from '../support/mail-server.ts';
import { connect, flush } from '../support/redis.ts';
import {
  address,
  call,
  hoodie,
  newEmail,
  orderBody,
  ordersOf,
  place,
  profileFields,
  savedAddress,
  shirt,
  workDone,
} from '../support/shop-calls.ts';
import { openAccount } from '../support/accounts.ts';
import { expectSubscribedToEverything, subscribeToEverything } from '../support/account-content.ts';
import { confirm, profileOf, theirs, useSquatter } from '../support/squatter.ts';

const redis = connect({ automaticDeserialization: false });
const mailServer = useMailServer();
const issuer = useGoogle();
const mine = 'warp and weft';

beforeEach(flush);
afterEach(workDone);

const { signUp, mailed } = useSquatter(mailServer);
const logIn = (email: string, password: string) => call('user.login', { body: { email, password } });

async function reset(email: string) {
  await call('user.forgot', { body: { email } });
  await workDone();
  return call('user.reset', { body: { token: mailed(email, 'reset-password'), password: mine } });
}

const byGoogle = async (email: string, sub: string) =>
  call('user.google', { body: { token: await issuer.credentialOf({ email, sub }) } });

/** Adds everything that an account can have, including an order of each kind. */
async function squat(email: string) {
  const squatter = await signUp(email);
  const { token } = squatter;
  await call('user.save-profile', { token, body: { ...profileFields, name: 'Squatter', email } });
  await call('cart.add', { token, body: { itemId: hoodie.id, size: 'M' } });
  await call('wishlist.toggle', { token, body: { itemId: hoodie.id } });
  await call('address.add', { token, body: { ...savedAddress, address: 'Squatter Street' } });
  const order = async () => (await place(token, orderBody([shirt, 'M', 1]))).body.orderId;
  const orders = [await order(), await order()];
  const delivered = { status: 'Delivered' } as const;
  await updateOrder(orders[0] ?? '', (now) => ({ ...withStatus(now, 'Processing', 7), ...delivered }));
  await call('user.save-profile', { token, body: { ...profileFields, email: `mallory-${email}` } });
  await workDone();
  return { ...squatter, orders };
}

/** The account has no data of the squatter, and no credential of theirs opens it. */
async function expectEmpty(session: string, squatter: Awaited<ReturnType<typeof squat>>) {
  const { email, token } = squatter;
  expect(await profileOf(session)).toMatchObject({
    email,
    phone: '',
    address: '',
    dateOfBirth: '',
    gender: '',
    pendingEmail: null,
    emailConfirmed: true,
  });
  expect((await profileOf(session)).name).not.toBe('Squatter');
  expect((await call('address.user', { token: session })).body.addresses).toEqual([]);
  expect((await call('cart.get', { token: session })).body.cartData).toEqual({});
  expect((await call('wishlist.get', { token: session })).body.wishlistData).toEqual([]);
  expect(await ordersOf(session)).toEqual([]);
  expect((await call('notification.user', { token: session })).body.notifications).toMatchObject([
    { type: 'account', message: authMessages.emptied, read: false },
  ]);
  expect((await call('user.profile', { token })).status).toBe(401);
  expect((await call('cart.get', { token })).status).toBe(401);
  expect((await logIn(email, theirs)).status).toBe(401);
  for (const box of [email, `mallory-${email}`]) {
    expect((await confirm(session, mailed(box, 'confirm-email'))).status).toBe(400);
  }
  const text = JSON.stringify((await call('user.export', { token: session })).body.data);
  for (const planted of ['Squatter', profileFields.phone, address.street])
    expect(text).not.toContain(planted);
  expect(text).toContain('Raghunathan');
}

/** The squatter's orders: the shop keeps and delivers them, nobody sees them, and they lose their personal data in the end. */
async function expectOrdersGoOn({ userId, orders }: Awaited<ReturnType<typeof squat>>) {
  const [delivered = '', coming = ''] = orders;
  const forgotten = { userId: DELETED_USER, address: { street: '' } };
  expect((await readOrder(delivered))?.order).toMatchObject(forgotten);
  expect((await readOrder(coming))?.order).toMatchObject({ userId, address: { street: address.street } });
  await updateOrder(coming, (order) => ({ ...order, status: 'Delivered' }));
  await runCleanup(15_000);
  expect((await readOrder(coming))?.order).toMatchObject(forgotten);
  expect([await redis.exists(ordersKey(userId)), await redis.exists(pendingDeletionsKey())]).toEqual([0, 0]);
}

test('a password reset takes over an unconfirmed account and empties it', async () => {
  const email = newEmail();
  await subscribeToEverything(email);
  const squatter = await squat(email);
  expect((await reset(email)).status).toBe(200);
  await workDone();
  const { body } = await logIn(email, mine);
  expect(readToken(body.token)?.userId).not.toBe(squatter.userId);
  await expectEmpty(body.token, squatter);
  await expectSubscribedToEverything(email);
  await expectOrdersGoOn(squatter);
});

test('an account that moves to the email takes it over from an unconfirmed account', async () => {
  const email = newEmail();
  await subscribeToEverything(email);
  const squatter = await squat(email);
  const { token, userId } = await openAccount();
  await call('cart.add', { token, body: { itemId: shirt.id, size: 'M' } });
  const saved = await call('user.save-profile', { token, body: { ...profileFields, email } });
  expect([saved.status, saved.body.user?.pendingEmail]).toEqual([200, email]);
  await workDone();
  // Only the link proves whose the email is.
  expect((await logIn(email, theirs)).status).toBe(200);
  expect((await confirm(token, mailed(email, 'confirm-email'))).status).toBe(200);
  await workDone();
  expect(await profileOf(token)).toMatchObject({ email, emailConfirmed: true, name: profileFields.name });
  expect((await call('cart.get', { token })).body.cartData).toEqual({ [shirt.id]: { M: 1 } });
  expect(await ordersOf(token)).toEqual([]);
  expect((await call('user.profile', { token: squatter.token })).status).toBe(401);
  expect((await logIn(email, theirs)).status).toBe(401);
  expect(readToken((await logIn(email, mine)).body.token)?.userId).toBe(userId);
  await expectSubscribedToEverything(email);
  await expectOrdersGoOn(squatter);
});

test('a verified Google login takes over an unconfirmed account', async () => {
  const [email, sub] = [newEmail(), randomUUID()];
  await subscribeToEverything(email);
  const squatter = await squat(email);
  const { status, body } = await byGoogle(email, sub);
  expect(status).toBe(200);
  await workDone();
  await expectEmpty(body.token, squatter);
  expect(await profileOf(body.token)).toMatchObject({ hasPassword: false });
  await expectSubscribedToEverything(email);
  await expectOrdersGoOn(squatter);
  const again = await byGoogle(email, sub);
  expect(readToken(again.body.token)?.userId).toBe(readToken(body.token)?.userId);
});

test('two Google logins and a password reset at once create one account', async () => {
  const [email, sub] = [newEmail(), randomUUID()];
  await signUp(email);
  await call('user.forgot', { body: { email } });
  await workDone();
  const link = mailed(email, 'reset-password');
  const all = await Promise.all([
    byGoogle(email, sub),
    byGoogle(email, sub),
    call('user.reset', { body: { token: link, password: mine } }),
  ]);
  const google = all.slice(0, 2).map(({ status }) => status);
  // The later ones find a confirmed account, or a used link.
  expect([
    [200, 200, 400],
    [409, 409, 200],
  ]).toContainEqual([...google, all[2].status]);
  await workDone();
  expect(await redis.exists(pendingDeletionsKey())).toBe(0);
});

test('a used credential cannot take over an account', async () => {
  const [email, sub] = [newEmail(), randomUUID()];
  const credential = await issuer.credentialOf({ email, sub });
  const first = await call('user.google', { body: { token: credential } });
  const left = await call('user.delete', { token: first.body.token, body: { email, password: '' } });
  expect(left.status).toBe(200);
  await workDone();
  const { token } = await signUp(email);
  expect((await call('user.google', { body: { token: credential } })).status).toBe(401);
  expect((await profileOf(token)).email).toBe(email);
});

test('a password reset keeps all data of a confirmed account', async () => {
  const email = newEmail();
  const { token } = await signUp(email);
  await call('user.forgot', { body: { email } });
  await workDone();
  const empties = 'setting a new password removes everything saved in the account';
  expect(mailServer.emails.at(-1)?.mail.text).toContain(empties);
  await confirm(token, mailed(email, 'confirm-email'));
  await call('address.add', { token, body: savedAddress });
  expect((await reset(email)).status).toBe(200);
  await workDone();
  expect(mailServer.emails.filter(({ mail }) => mail.text?.includes(empties))).toHaveLength(1);
  const session = (await logIn(email, mine)).body.token;
  expect((await call('address.user', { token: session })).body.addresses).toHaveLength(1);
});

test('an older account that logs in with Google counts as confirmed', async () => {
  const [email, sub] = [newEmail(), randomUUID()];
  const { body } = await byGoogle(email, sub);
  const key = userKey(readToken(body.token)?.userId ?? '');
  const { emailConfirmedAt: _, ...older } = JSON.parse((await redis.get<string>(key)) ?? '') as {
    emailConfirmedAt: number;
  };
  await redis.set(key, JSON.stringify(older));
  expect((await profileOf(body.token)).emailConfirmed).toBe(true);
  await call('address.add', { token: body.token, body: savedAddress });
  expect((await reset(email)).status).toBe(200);
  const again = await byGoogle(email, sub);
  expect((await call('address.user', { token: again.body.token })).body.addresses).toHaveLength(1);
});
