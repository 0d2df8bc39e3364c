import { expect, test } from 'vitest';
import { readNotifications, type Notification } from '../../netlify/storage/notifications.ts';
import { saveSubscription, removeSubscription } from '../../netlify/storage/back-in-stock.ts';

const medium = { productId: 'tee', size: 'M', initial: 0 };

async function notify(userId: string, id: string): Promise<Notification> {
  const notification = { id, type: 'restock', message: `${id} है`, read: false, createdAt: 1 } as const;
  await saveSubscription([], medium, 'asha@example.com');
  await removeSubscription(medium, 'asha@example.com', userId, notification);
  return notification;
}

test('a hundred notifications are stored; a new one replaces the oldest', async () => {
  for (let at = 0; at < 103; at += 1) await notify('meera', `news-${at}`);
  const ids = (await readNotifications('meera')).map(({ id }) => id);
  expect(ids).toHaveLength(100);
  expect([ids[0], ids.at(-1)]).toEqual(['news-102', 'news-3']);
});
