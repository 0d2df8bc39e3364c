import { beforeEach, expect, test } from 'vitest';
import { windowsFor } from '../../netlify/http/limits.ts';
import { newToken } from '../../netlify/identity/tokens.ts';
import { notificationsKey } from '../../netlify/storage/keys.ts';
import type { Notification } from '../../netlify/storage/notifications.ts';
import { saveSubscription, settleSubscription } from '../../netlify/storage/back-in-stock.ts';
import { NOTIFICATIONS_MAX } from '../../netlify/storage/notifications.lua.ts';
import { notificationMessages } from '../../src/contract/messages/account.ts';
import { orderMessages } from '../../src/contract/messages/orders.ts';
import { shortOrderId } from '../../src/domain/order.ts';
import { connect, flush } from '../support/redis.ts';
import { cap, call, newKey, newShopper, orderBody, roundTrips } from '../support/shop-calls.ts';

beforeEach(flush);

const redis = connect({ automaticDeserialization: false });

const list = async (token: string) => (await call('notification.user', { token })).body.notifications;
const read = (token: string, notificationId: string | string[]) =>
  call('notification.read', { token, body: { notificationId } });
/** Ids as they are listed, a star where unread. */
const seen = async (token: string) =>
  (await list(token)).map(({ _id, read: isRead }) => _id + (isRead ? '' : '*'));

/** A notification comes the way that a restock mail brings it. */
async function arrive(userId: string, id: string, more: Partial<Notification> = {}): Promise<Notification> {
  const variant = { productId: 'tee', size: 'M', opening: 0 };
  const email = `${id}@example.com`;
  const notification: Notification = {
    ...{ id, type: 'restock', message: `${id} is back`, read: false, createdAt: 1_790_000_000_123 },
    ...more,
  };
  await saveSubscription([], variant, email);
  await settleSubscription(variant, email, userId, notification);
  return notification;
}

test('notifications come newest first, on the wire as the specification names them', async () => {
  const { token, session } = await newShopper();
  expect((await call('notification.user', { token })).body).toEqual({ success: true, notifications: [] });
  await arrive(session.userId, 'first');
  await arrive(session.userId, 'second', { type: 'order', read: true });
  const { status, body } = await call('notification.user', { token });
  expect([status, body]).toEqual([
    200,
    {
      success: true,
      notifications: [
        { _id: 'second', type: 'order', message: 'second is back', read: true, createdAt: 1_790_000_000_123 },
        {
          _id: 'first',
          type: 'restock',
          message: 'first is back',
          read: false,
          createdAt: 1_790_000_000_123,
        },
      ],
    },
  ]);
});

test('an order is news, and its notification can be marked as read', async () => {
  const { token } = await newShopper();
  const placed = await call('order.place', { token, key: newKey(), body: orderBody([cap, 'default', 1]) });
  const [news, ...more] = await list(token);
  expect(more).toEqual([]);
  expect(news).toMatchObject({
    type: 'order',
    read: false,
    message: orderMessages.news['Order Placed'](shortOrderId(placed.body.orderId)),
  });
  const marked = await read(token, news?._id ?? '');
  expect([marked.status, marked.body]).toEqual([200, { success: true, message: notificationMessages.read }]);
  expect(await list(token)).toEqual([{ ...news, read: true }]);
});

test('marking changes the mark alone, of the one that was meant', async () => {
  const { token, session } = await newShopper();
  const message = 'Paid back: ₹1,299.00 / "हुडी" \\ 👕';
  for (const id of ['a', 'b', 'c']) await arrive(session.userId, id, { message, type: 'refund' });
  const before = await list(token);
  await read(token, 'b');
  expect(await list(token)).toEqual(before.map((news) => ({ ...news, read: news._id === 'b' })));
  expect((await read(token, 'b')).status).toBe(200);
  expect(await seen(token)).toEqual(['c*', 'b', 'a*']);
});

test('several are marked at once, and those that are gone do not matter', async () => {
  const { token, session } = await newShopper();
  for (const id of ['a', 'b', 'c']) await arrive(session.userId, id);
  expect((await read(token, ['a', 'gone', 'c'])).status).toBe(200);
  expect(await seen(token)).toEqual(['c', 'b*', 'a']);
  expect((await read(token, ['gone', 'lost'])).status).toBe(404);
  for (const ids of [[], Array.from({ length: 101 }, (_, at) => `n${at}`), ['a', 7]]) {
    expect((await read(token, ids as string[])).status).toBe(400);
  }
});

test('another shopper’s notification looks as one that never was', async () => {
  const [asha, ravi] = [await newShopper(), await newShopper()];
  await arrive(asha.session.userId, 'news');
  for (const id of ['news', 'nothing', 'constructor', '__proto__']) {
    const { status, body } = await read(ravi.token, id);
    expect([status, body]).toEqual([
      404,
      { success: false, code: 'not-found', message: notificationMessages.unknown },
    ]);
  }
  expect(await seen(asha.token)).toEqual(['news*']);
  expect(await list(ravi.token)).toEqual([]);
});

test('a forged token sees and changes nothing', async () => {
  const { token, session } = await newShopper();
  await arrive(session.userId, 'news');
  const forged = newToken(session.userId).token;
  expect((await call('notification.user', { token: forged })).status).toBe(401);
  expect((await read(forged, 'news')).status).toBe(401);
  expect(await seen(token)).toEqual(['news*']);
});

test('what arrives while one is marked is neither lost nor marked', async () => {
  const { token, session } = await newShopper();
  const old = Array.from({ length: 20 }, (_, at) => `old-${at}`);
  const fresh = Array.from({ length: 20 }, (_, at) => `new-${at}`);
  for (const id of old) await arrive(session.userId, id);
  const works = old.flatMap((id, at) => [read(token, id), arrive(session.userId, fresh[at] ?? '')]);
  await Promise.all(works);
  const all = await list(token);
  expect(all.map(({ _id }) => _id).toSorted()).toEqual([...old, ...fresh].toSorted());
  for (const { _id, read: isRead } of all) expect(isRead).toBe(old.includes(_id));
});

test('two devices mark at once, each what it means', async () => {
  const { token, session } = await newShopper();
  const ids = Array.from({ length: 30 }, (_, at) => `news-${at}`);
  for (const id of ids) await arrive(session.userId, id);
  const answers = await Promise.all([...ids, ...ids].map((id) => read(token, id)));
  expect(answers.every(({ status }) => status === 200)).toBe(true);
  expect((await list(token)).every((news) => news.read)).toBe(true);
});

test('marks go with what makes room', async () => {
  const { token, session } = await newShopper();
  await arrive(session.userId, 'oldest');
  await read(token, 'oldest');
  for (let at = 0; at < NOTIFICATIONS_MAX; at += 1) await arrive(session.userId, `news-${at}`);
  expect(await list(token)).toHaveLength(NOTIFICATIONS_MAX);
  expect((await read(token, 'oldest')).status).toBe(404);
  expect(await redis.keys('*oldest*')).toEqual([]);
  expect(await redis.llen(notificationsKey(session.userId))).toBe(NOTIFICATIONS_MAX);
});

test('each call is one round trip', async () => {
  const { token, session } = await newShopper();
  await arrive(session.userId, 'news');
  // The first time Redis may not know the script yet.
  await read(token, 'nothing');
  expect(await roundTrips(() => list(token))).toBe(1);
  expect(await roundTrips(() => read(token, 'news'))).toBe(1);
  expect(await roundTrips(() => read(token, ['news', 'nothing']))).toBe(1);
});

test('the two calls share one counter', async () => {
  const { token, session } = await newShopper();
  const [counter] = windowsFor('notification.user', { account: session.userId });
  expect(windowsFor('notification.read', { account: session.userId })).toEqual([counter]);
  await redis.set(counter?.key ?? '', counter?.limit ?? 0, { px: 60_000 });
  const { status, body } = await read(token, 'news');
  expect([status, body.code]).toEqual([429, 'too-many']);
});
