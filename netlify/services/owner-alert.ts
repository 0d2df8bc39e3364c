import { orderSurge } from '../../src/domain/config.ts';
import { DAY_MS, HOUR_MS } from '../../src/domain/time-units.ts';
import type { EmailMessage } from '../email/email-parts.ts';
import { orderSurgeEmail } from '../email/order-surge-email.ts';
import { neverSentEmail, newerDocumentEmail, ownerAddress } from '../email/owner-emails.ts';
import { sendEmail } from '../email/transport.ts';
import type { DueEmail } from '../storage/email-outbox.ts';
import { neverSentNewsKey, newerDocumentKey, orderSurgeKey } from '../storage/keys.ts';
import { readOrderRate } from '../storage/order-rate.ts';
import { forgetOwnerAlert, queueOwnerAlert } from '../storage/owner-alerts.ts';

/** A problem that the owner gets one email about. The email waits in the email outbox, so no lost function loses it. */
interface OwnerAlert {
  /** The key that records it. */
  key: () => string;
  /** For how long it must not be found before the owner gets another email. */
  pauseMs: number;
  /** @param at when it was found, in ms @param what as `alertOwner` got it */
  write: (at: number, what: string) => EmailMessage | Promise<EmailMessage>;
}

const surge = { key: orderSurgeKey, pauseMs: orderSurge.pauseHours * HOUR_MS };

const alerts = {
  surge: {
    ...surge,
    write: async (at) => orderSurgeEmail(await readOrderRate(at), false),
  },
  'shop-limit': {
    ...surge,
    write: async (at) => orderSurgeEmail(await readOrderRate(at), true),
  },
  'newer-document': {
    key: newerDocumentKey,
    pauseMs: DAY_MS,
    write: (_at, what) => newerDocumentEmail(what),
  },
  'never-sent': {
    key: neverSentNewsKey,
    pauseMs: DAY_MS,
    write: neverSentEmail,
  },
} as const satisfies Record<string, OwnerAlert>;

const KIND = 'owner-alert-';

export const isOwnerAlert = (kind: string): boolean => kind.startsWith(KIND);

/**
 * Queues an email to the owner, unless that was done. The next run of the outbox sends it.
 * @param at now, in ms
 * @param what the detail that its email names; the log has it too
 * @returns whether it is news
 */
export async function alertOwner(problem: keyof typeof alerts, at: number, what = ''): Promise<boolean> {
  const { key, pauseMs } = alerts[problem];
  return queueOwnerAlert(key(), { about: `${at}`, kind: `${KIND}${problem}:${what}` }, at, pauseMs);
}

/** @returns no alert for a problem that only another build knows */
function alertOf({ kind }: DueEmail): { alert: OwnerAlert | undefined; what: string } {
  const [problem = '', ...what] = kind.slice(KIND.length).split(':');
  const known: Partial<Record<string, OwnerAlert>> = alerts;
  return { alert: known[problem], what: what.join(':') };
}

/** Sends it. @param id Message-ID */
export async function sendOwnerAlert(due: DueEmail, id: string): Promise<void> {
  const { alert, what } = alertOf(due);
  const message = await alert?.write(Number(due.about), what);
  if (message) await sendEmail({ to: ownerAddress(), id }, message);
}

/** An alert that could not be sent for two weeks: if its problem is found again, it is queued again. */
export async function dropOwnerAlert(due: DueEmail): Promise<void> {
  const { alert } = alertOf(due);
  if (alert) await forgetOwnerAlert(alert.key());
}
