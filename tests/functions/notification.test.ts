import { beforeEach, expect, test } from 'vitest';
import { notificationsKey } from '../../netlify/storage/keys.ts';
import type { Notification } from '../../netlify/storage/notifications.ts';
import { removeSubscription, saveSubscription } from '../../netlify/storage/back-in-stock.ts';
import { notificationMessages } from '../../src/contract/messages/account.ts';
import { notificationsMax } from '../../src/domain/config.ts';
import { connect, flush } from '../support/redis.ts';
import { expectRefused } from '../support/refusals.ts';
import { call, newShopper } from '../support/shop-calls.ts';

beforeEach(flush);

const redis = connect({ automaticDeserialization: false });

const list = async (token: string) => (await call('notification.user', { token })).body.notifications;
const read = (token: string, notificationId: string | string[]) =>
  call('notification.read', { token, body: { notificationId } });
/** Ids in the order of the list, with a star if unread. */
const seen = async (token: string) =>
  (await list(token)).map(({ _id, read: isRead }) => _id + (isRead ? '' : '*'));

/** A notification is created by a restock email. */
async function arrive(userId: string, id: string, more: Partial<Notification> = {}): Promise<Notification> {
  const variant = { productId: 'tee', size: 'M', initial: 0 };
  const email = `${id}@example.com`;
  const notification: Notification = {
    id,
    type: 'restock',
    message: `${id} is back`,
    read: false,
    createdAt: 1_790_000_000_123,
    ...more,
  };
  await saveSubscription([], variant, email);
  await removeSubscription(variant, email, userId, notification);
  return notification;
}

test('notifications are listed newest first, in the documented format', async () => {
  const { token, session } = await newShopper();
  expect((await call('notification.user', { token })).body).toEqual({ success: true, notifications: [] });
  await arrive(session.userId, 'first');
  await arrive(session.userId, 'second', { type: 'order', read: true });
  const { status, body } = await call('notification.user', { token });
  const createdAt = 1_790_000_000_123;
  expect([status, body]).toEqual([
    200,
    {
      success: true,
      notifications: [
        { _id: 'second', type: 'order', message: 'second is back', read: true, createdAt },
        { _id: 'first', type: 'restock', message: 'first is back', read: false, createdAt },
      ],
    },
  ]);
});

test('marking changes only the read flag of the named notification', async () => {
  const { token, session } = await newShopper();
  const message = 'Paid back: ₹1,299.00 / "हुडी" \\ 👕';
  for (const id of ['a', 'b', 'c']) await arrive(session.userId, id, { message, type: 'refund' });
  const before = await list(token);
  await read(token, 'b');
  expect(await list(token)).toEqual(before.map((news) => ({ ...news, read: news._id === 'b' })));
  expect((await read(token, 'b')).status).toBe(200);
  expect(await seen(token)).toEqual(['c*', 'b', 'a*']);
});

test('several are marked at once, and missing ones are ignored', async () => {
  const { token, session } = await newShopper();
  for (const id of ['a', 'b', 'c']) await arrive(session.userId, id);
  expect((await read(token, ['a', 'gone', 'c'])).status).toBe(200);
  expect(await seen(token)).toEqual(['c', 'b*', 'a']);
  expect((await read(token, ['gone', 'lost'])).status).toBe(404);
  for (const ids of [[], Array.from({ length: 101 }, (_, at) => `n${at}`), ['a', 7]]) {
    expect((await read(token, ids as string[])).status).toBe(400);
  }
});

test('another shopper’s notification gets the same answer as an unknown one', async () => {
  const [asha, ravi] = [await newShopper(), await newShopper()];
  await arrive(asha.session.userId, 'news');
  for (const id of ['news', 'nothing', 'constructor', '__proto__']) {
    expectRefused(await read(ravi.token, id), 404, 'not-found', notificationMessages.unknown);
  }
  expect(await seen(asha.token)).toEqual(['news*']);
  expect(await list(ravi.token)).toEqual([]);
});

test('a notification that arrives while another is marked stays unread', async () => {
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

test('a hundred notifications are stored; a new one replaces the oldest, with its read flag', async () => {
  const { token, session } = await newShopper();
  await arrive(session.userId, 'oldest');
  await read(token, 'oldest');
  for (let at = 0; at < notificationsMax; at += 1) await arrive(session.userId, `news-${at}`);
  const ids = (await list(token)).map(({ _id }) => _id);
  expect([ids.length, ids[0], ids.at(-1)]).toEqual([100, 'news-99', 'news-0']);
  expect((await read(token, 'oldest')).status).toBe(404);
  expect(await redis.keys('*oldest*')).toEqual([]);
  expect(await redis.llen(notificationsKey(session.userId))).toBe(notificationsMax);
});
