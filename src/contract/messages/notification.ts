/** Messages of the Notifications tab. */
export const notificationMessages = {
  none: 'No notifications found',
  fetchFailed: 'Failed to fetch notifications',
  readFailed: 'Failed to mark as read',
  read: 'Notification marked as read',
  markAsRead: 'Mark as Read',
  markAllAsRead: 'Mark All as Read',
  allRead: 'All notifications marked as read',
  unknown: 'There is no such notification.',
} as const;
