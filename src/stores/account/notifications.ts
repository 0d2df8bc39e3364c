import { atom } from 'nanostores';
import { readTab, writeTab } from '../../client/tab-storage.ts';
import { notificationMessages } from '../../contract/messages/account.ts';
import type { WireNotification } from '../../contract/calls/notification.ts';
import { accountCall, sentenceOf } from './account-call.ts';
import { $userEmail } from '../session/session.ts';
import { accountResource } from './account-resource.ts';
import { showToast } from '../page/toasts.ts';
import { $unread } from './unread.ts';

const own = accountResource<readonly WireNotification[]>(
  [],
  async () => {
    const answer = await accountCall('notification.user', undefined);
    if (!answer.success) return answer;
    count(answer.notifications);
    return { success: true, value: answer.notifications };
  },
  notificationMessages.fetchFailed,
);

/** The notifications of the logged-in shopper, newest first; none for visitors. */
export const $notifications = own.$value;
export const $notificationsStatus = own.$status;
export const $notificationsProblem = own.$problem;

export const loadNotifications = own.load;

/** Ids that are being marked as read. */
export const $marking = atom<readonly string[]>([]);

/** Marks one as read, shows a toast and reloads the list. A failure changes nothing here. */
export async function markAsRead(id: string): Promise<void> {
  await mark([id], id, notificationMessages.read);
}

/** Marks only those that the shopper sees: notifications that arrive meanwhile stay unread. */
export async function markAllAsRead(): Promise<void> {
  const unread = $notifications.get().flatMap(({ _id, read }) => (read ? [] : [_id]));
  await mark(unread, unread, notificationMessages.allRead);
}

async function mark(ids: string[], notificationId: string | string[], said: string): Promise<void> {
  if (ids.every((id) => $marking.get().includes(id))) return;
  $marking.set([...$marking.get(), ...ids]);
  const answer = await accountCall('notification.read', { notificationId });
  if (answer.success) {
    showToast('success', said);
    await loadNotifications();
  } else {
    const message = sentenceOf(answer, notificationMessages.readFailed);
    if (message !== null) showToast('error', message);
  }
  $marking.set($marking.get().filter((marked) => !ids.includes(marked)));
}

const ASKED_KEY = 'taana-unread-asked';
/** Time between two requests, in ms. Notifications are not urgent. */
const MIN_INTERVAL_MS = 5 * 60_000;

/**
 * Counts unread notifications for the top bar, at most once in five minutes per tab, and at once for another shopper. A
 * failure shows no message, because the shopper did not ask.
 */
export async function refreshUnread(now = Date.now()): Promise<void> {
  const [asker, at] = (readTab(ASKED_KEY) ?? '').split(' ');
  const email = $userEmail.get() ?? '';
  const age = now - Number(at);
  // A negative age means that the clock was set back; then it asks again.
  if (asker === email && age >= 0 && age < MIN_INTERVAL_MS) return;
  const answer = await accountCall('notification.user', undefined);
  // Only an answer counts: a page that the shopper leaves earlier has shown nothing.
  if (!answer.success && answer.code === 'network') return;
  writeTab(ASKED_KEY, `${email} ${now}`);
  // The Notifications tab has newer data if it has loaded meanwhile.
  if (answer.success && own.$status.get() === 'idle') count(answer.notifications);
}

function count(notifications: readonly WireNotification[]): void {
  $unread.set(String(notifications.filter(({ read }) => !read).length));
}
