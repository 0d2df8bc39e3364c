import { type OnBehalf, read, write, type Shopper } from './session-and-limits.ts';
import { notificationsKey } from './keys.ts';
import { redis } from './redis.ts';
import { markRead } from './notifications.lua.ts';
import { readDocument } from './document-versions.ts';

/** One line of a shopper's Notifications tab (docs/behaviour.md#notifications). */
export interface Notification {
  /** Derived from the event, so that one event adds one notification. */
  id: string;
  type: 'restock' | 'order' | 'payment' | 'refund' | 'account';
  message: string;
  read: boolean;
  /** Milliseconds since 1970. */
  createdAt: number;
}

/** A shopper's notifications, newest first. */
export async function readNotifications(userId: string): Promise<Notification[]> {
  return parsed(await redis().lrange<string>(notificationsKey(userId), 0, -1));
}

/** Like `readNotifications`, for a shopper's call. @throws SessionEnded, TooMany */
export async function readOwnNotifications(shopper: Shopper | OnBehalf): Promise<Notification[]> {
  const [texts] = await read(shopper, (pipeline) =>
    pipeline.lrange(notificationsKey(shopper.session.userId), 0, -1),
  );
  return parsed(texts as string[]);
}

/** @returns false if the shopper has none of them. @throws SessionEnded, TooMany */
export async function markAsRead(shopper: Shopper, ids: readonly string[]): Promise<boolean> {
  const [went] = await write(shopper, markRead, [notificationsKey(shopper.session.userId)], [...ids]);
  return went === 'read';
}

/** The stored texts of notifications that the id fits. */
export async function readNotificationTexts(
  userId: string,
  isMeant: (id: string) => boolean,
): Promise<string[]> {
  const texts = await redis().lrange<string>(notificationsKey(userId), 0, -1);
  const notifications = parsed(texts);
  return texts.filter((_, at) => isMeant(notifications[at]?.id ?? ''));
}

function parsed(texts: readonly string[]): Notification[] {
  return texts.map((text) => readDocument<Notification>('notification', text));
}
