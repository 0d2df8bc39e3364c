import { z } from 'zod';
import { MINUTE_MS } from '../../domain/time-units.ts';
import type { CallRules, Success } from './call.ts';
import { nothing, ownId } from './fields.ts';

/** A line of the Notifications tab. */
export interface WireNotification {
  _id: string;
  type: string;
  message: string;
  read: boolean;
  /** In ms since 1970. */
  createdAt: number;
}

export interface NotificationReplies {
  'notification.user': Success & { notifications: WireNotification[] };
  'notification.read': Success & { message: string };
}

const limits = [{ name: 'notification', by: 'account', limit: 600, windowMs: 10 * MINUTE_MS }] as const;

export const notificationCalls = {
  'notification.user': {
    method: 'GET',
    auth: 'token',
    openBeforeLaunch: true,
    summary: 'The shopper’s notifications, newest first.',
    body: nothing,
    limits,
  },
  'notification.read': {
    method: 'PATCH',
    auth: 'token',
    openBeforeLaunch: true,
    summary: 'Marks one notification or several as read.',
    // A shopper has at most 100 (netlify/storage/notifications.lua.ts).
    body: z.object({ notificationId: ownId.or(z.array(ownId).min(1).max(100)) }),
    refusals: ['not-found'],
    limits,
  },
} as const satisfies Record<string, CallRules>;
