import { DAY_MS, HOUR_MS, MINUTE_MS } from './time-units.ts';

/** Growing pauses between retries, by the time since the first attempt. After the last step there is no retry. */
export type RetrySchedule = readonly { untilMs: number; everyMs: number }[];

/** While a payment or refund may be decided at any moment: in each run of the reconciliation job. */
export const pendingCheckEveryMs = 5 * MINUTE_MS;

/** For an order that an old payment window may still pay. */
export const paymentRetries: RetrySchedule = [
  { untilMs: HOUR_MS, everyMs: 15 * MINUTE_MS },
  { untilMs: 6 * HOUR_MS, everyMs: HOUR_MS },
  { untilMs: 72 * HOUR_MS, everyMs: 6 * HOUR_MS },
];

/** For what the shop sends itself: the other side is often back soon. */
const soon: RetrySchedule = [
  { untilMs: HOUR_MS, everyMs: 5 * MINUTE_MS },
  { untilMs: 6 * HOUR_MS, everyMs: 30 * MINUTE_MS },
];

/** For a refund that the provider has not accepted. README.md repeats the last time. */
export const refundRetries: RetrySchedule = [...soon, { untilMs: 72 * HOUR_MS, everyMs: 6 * HOUR_MS }];

/** For a refund that the provider has accepted: banks take 5 to 7 working days. */
export const pendingRefundChecks: RetrySchedule = [
  ...paymentRetries,
  { untilMs: 21 * DAY_MS, everyMs: DAY_MS },
];

/** For an open dispute: banks take up to 120 days. */
export const disputeChecks: RetrySchedule = [{ untilMs: 120 * DAY_MS, everyMs: DAY_MS }];

/**
 * For an order that the reconciliation job cannot check: its stored text is invalid, or the check fails unexpectedly.
 */
export const failedReconciliationRetries: RetrySchedule = [...paymentRetries];

/** For an email that cannot be sent or rendered. */
export const emailRetries: RetrySchedule = [
  ...soon,
  { untilMs: 3 * DAY_MS, everyMs: 3 * HOUR_MS },
  { untilMs: 14 * DAY_MS, everyMs: 12 * HOUR_MS },
];

/** After this time an email about an order or a deleted account is outdated; the latter's address can be deleted. */
export const outdatedEmailMs = 3 * DAY_MS;

/** For a push message that the push service does not take; a day later the news is old. */
export const pushRetries: RetrySchedule = [...soon, { untilMs: DAY_MS, everyMs: 3 * HOUR_MS }];

export function isOver(pauses: RetrySchedule, sinceMs: number): boolean {
  return !pauses.some(({ untilMs }) => sinceMs < untilMs);
}

/** When (ms) to retry; null for never. */
export function nextTry(pauses: RetrySchedule, since: number, at: number): number | null {
  const step = pauses.find(({ untilMs }) => at - since < untilMs);
  return step ? at + step.everyMs : null;
}
