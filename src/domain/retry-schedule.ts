/** Ever longer pauses between tries, by what has passed since the first; after the last step nothing is tried any more. */
export type RetrySchedule = readonly { untilMs: number; everyMs: number }[];

const MINUTE_MS = 60_000;
const HOUR_MS = 60 * MINUTE_MS;
const DAY_MS = 24 * HOUR_MS;

/** An order that may still be paid by an old window. */
export const paymentRetries: RetrySchedule = [
  { untilMs: HOUR_MS, everyMs: 15 * MINUTE_MS },
  { untilMs: 6 * HOUR_MS, everyMs: HOUR_MS },
  { untilMs: 72 * HOUR_MS, everyMs: 6 * HOUR_MS },
];

/** A refund that the provider has not taken on. */
export const refundRetries: RetrySchedule = [
  { untilMs: HOUR_MS, everyMs: 5 * MINUTE_MS },
  { untilMs: 6 * HOUR_MS, everyMs: 30 * MINUTE_MS },
  { untilMs: 72 * HOUR_MS, everyMs: 6 * HOUR_MS },
];

/** A refund that the provider has taken on: banks take 5 to 7 working days. */
export const pendingRefundChecks: RetrySchedule = [
  ...paymentRetries,
  { untilMs: 21 * DAY_MS, everyMs: DAY_MS },
];

/** A dispute that nobody has decided: banks take up to 120 days. */
export const disputeChecks: RetrySchedule = [{ untilMs: 120 * DAY_MS, everyMs: DAY_MS }];

/** An order that cannot be looked at: its text cannot be read, or the look fails in a way that nobody expected. */
export const failedReconciliationRetries: RetrySchedule = [...paymentRetries];

/** An email that cannot be sent, because there is no mail server or it cannot be written. */
export const emailRetries: RetrySchedule = [
  { untilMs: HOUR_MS, everyMs: 5 * MINUTE_MS },
  { untilMs: 6 * HOUR_MS, everyMs: 30 * MINUTE_MS },
  { untilMs: 3 * DAY_MS, everyMs: 3 * HOUR_MS },
  { untilMs: 14 * DAY_MS, everyMs: 12 * HOUR_MS },
];

export function isOver(pauses: RetrySchedule, sinceMs: number): boolean {
  return !pauses.some(({ untilMs }) => sinceMs < untilMs);
}

/** When (ms) to try next; null for never. */
export function nextTry(pauses: RetrySchedule, since: number, at: number): number | null {
  const step = pauses.find(({ untilMs }) => at - since < untilMs);
  return step ? at + step.everyMs : null;
}
