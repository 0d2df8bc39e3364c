/** The key names of the desk: who works there, and what they did. */

/** JSON: every staff member's passkeys (storage/staff-passkeys). */
export const staffPasskeysKey = () => 'desk-passkeys';

/** Hash: token hash → JSON of a session of the desk; expires with the newest session. */
export const staffSessionsKey = () => 'desk-sessions';

/** Text: email of the staff member whom this emailed link signs in; expires after minutes. */
export const staffLinkKey = (tokenHash: string) => `desk-link:${tokenHash}`;

/** Text: what this passkey challenge was made for; expires after minutes. */
export const passkeyChallengeKey = (challenge: string) => `desk-challenge:${challenge}`;

/** List: JSON of every change that staff made in a month, such as 2026-11, oldest first. */
export const staffLogKey = (month: string) => `staff-log:${month}`;

/** Set: the months that have a log. */
export const staffLogMonthsKey = () => 'staff-log-months';

/** Text: hash of the newest entry of the log. */
export const staffLogEndKey = () => 'staff-log-end';

/** List: the entries of the log about one subject, such as `order:ID`, oldest first. */
export const staffLogOfKey = (subject: string) => `staff-log-of:${subject}`;

/** Text: this staff member has looked at this; expires after an hour. */
export const staffLookKey = (look: string) => `staff-look:${look}`;

/** JSON: the notification settings of staff, and their devices (storage/staff-news). */
export const staffNewsKey = () => 'staff-news';

/** Stream: events that staff are notified of (domain/desk-news), in the sequence of the commits that caused it. */
export const pushEventsKey = () => 'push-events';

/** Hash: a device's last event, and when it may be notified again (storage/push-queue); expires after days. */
export const pushDeviceKey = (deviceId: string) => `push-device:${deviceId}`;

/** Text: the day, such as 2026-11-24, whose daily emails to staff are in the email outbox. */
export const dailyEmailKey = () => 'daily-email';

/** Sorted set: courier (lower case) → paise of cash on delivery that it has paid in (storage/cash-received). */
export const cashReceivedKey = () => 'cash-received';
