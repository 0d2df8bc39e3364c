import { expect, test } from 'vitest';
import { findAccount, readNotifications, type Notification } from '../../netlify/storage/notifications.ts';
import { saveSubscription, settleSubscription } from '../../netlify/storage/back-in-stock.ts';
import { newShopper, roundTrips } from '../support/shop-calls.ts';

const medium = { productId: 'tee', size: 'M', opening: 0 };

async function notify(userId: string, id: string): Promise<Notification> {
  const notification = { id, type: 'restock', message: `${id} है`, read: false, createdAt: 1 } as const;
  await saveSubscription([], medium, 'asha@example.com');
  await settleSubscription(medium, 'asha@example.com', userId, notification);
  return notification;
}

test('notifications come newest first, whole', async () => {
  const [first, second] = [await notify('asha', 'first'), await notify('asha', 'second')];
  expect(await readNotifications('asha')).toEqual([second, first]);
});

test('nobody reads the notifications of another', async () => {
  await notify('ravi', 'one');
  expect(await readNotifications('nobody')).toEqual([]);
});

test('a hundred are kept, the oldest make room', async () => {
  for (let at = 0; at < 103; at += 1) await notify('meera', `news-${at}`);
  const ids = (await readNotifications('meera')).map(({ id }) => id);
  expect(ids).toHaveLength(100);
  expect([ids[0], ids.at(-1)]).toEqual(['news-102', 'news-3']);
});

test('an e-mail finds its account, and none where it has none', async () => {
  const { session } = await newShopper('asha@example.com');
  expect(await findAccount('asha@example.com')).toBe(session.userId);
  expect(await findAccount('ravi@example.com')).toBeNull();
  expect(await roundTrips(() => findAccount('asha@example.com'))).toBe(1);
});
