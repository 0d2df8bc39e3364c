import { notificationMessages } from '../../src/contract/messages/account.ts';
import type { Body, Reply } from '../../src/contract/routes.ts';
import { markAsRead, readOwnNotifications } from '../storage/notifications.ts';
import type { ShopperCall } from './shopper-call.ts';
import { Refused } from './refusal.ts';

/** The shopper's notifications, newest first. */
export async function list(_body: unknown, call: ShopperCall): Promise<Reply<'notification.user'>> {
  const notifications = await readOwnNotifications(call);
  return {
    success: true,
    notifications: notifications.map(({ id, type, message, read, createdAt }) => ({
      _id: id,
      type,
      message,
      read,
      createdAt,
    })),
  };
}

/** Accepts notifications that are already read. @throws Refused 'not-found' if the shopper has none of them */
export async function markRead(
  { notificationId }: Body<'notification.read'>,
  call: ShopperCall,
): Promise<Reply<'notification.read'>> {
  if (!(await markAsRead(call, [notificationId].flat()))) {
    throw new Refused('not-found', notificationMessages.unknown);
  }
  return { success: true, message: notificationMessages.read };
}
