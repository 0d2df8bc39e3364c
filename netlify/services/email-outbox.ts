import { nextTry, emailRetries } from '../../src/domain/retry-schedule.ts';
import { EmailRefused } from '../email/transport.ts';
import {
  type DueEmail,
  type OutboxName,
  postponeEmail,
  removeSentEmail,
  claimDueEmails,
  unsentSince,
} from '../storage/email-outbox.ts';
import { Unreachable } from '../storage/unreachable.ts';
import { cannotMail } from './cannot-mail.ts';
import { isNewer } from './newer-documents.ts';
import { giveUp } from './unsent-emails.ts';

/** Emails sent at the same time. */
const AT_ONCE = 5;

/** It is unknown for now whether the email is still true. */
export class NotDueYet extends Error {
  override name = 'NotDueYet';
}

/** How the emails of one outbox are sent. */
export interface OutboxRules {
  list: OutboxName;
  /** Sends an email if it is still true, else nothing. @throws EmailRefused, MailUnavailable, SiteUrlMissing, NotDueYet */
  write: (due: DueEmail) => Promise<void>;
  /** What the log may contain: never an address. */
  logged: (due: DueEmail) => { email: string; order?: string };
}

/**
 * Sends the due emails of an email outbox. A change writes its emails to the outbox in the same step, so none is lost
 * in a crash; the reconciliation job sends what this run cannot. An email goes out twice only if the mail server
 * accepts it and this run stops before it records that. A slow email delays only itself.
 * @param until (ms) starts no new email after this time
 * @returns whether no more can be sent for now
 */
export async function sendDueEmails(writing: OutboxRules, until: number): Promise<boolean> {
  if (Date.now() >= until) return false;
  const run = { canMail: true, isLate: false };
  const next = async (): Promise<DueEmail | undefined> => {
    run.isLate ||= Date.now() >= until;
    return run.canMail && !run.isLate ? (await claimDueEmails(writing.list, 1))[0] : undefined;
  };
  const work = async (first: DueEmail): Promise<void> => {
    for (let due: DueEmail | undefined = first; due; due = await next()) {
      // Without a mail server, the other emails would fail too.
      run.canMail = (await send(due, writing)) !== 'no-server' && run.canMail;
    }
  };
  await Promise.all((await claimDueEmails(writing.list, AT_ONCE)).map(work));
  return !run.isLate;
}

async function send(
  due: DueEmail,
  { list, write, logged }: OutboxRules,
): Promise<'done' | 'waits' | 'no-server'> {
  // Leaves out the mail server's message, which quotes the address.
  const log = ({ name }: Error) =>
    console.error(JSON.stringify({ level: 'error', ...logged(due), error: name }));
  try {
    await write(due);
  } catch (error) {
    const isSkipped = await isNewer(error);
    if (!(error instanceof Error) || (error instanceof Unreachable && !isSkipped)) throw error;
    log(error);
    // No such mailbox: a retry would fail too. An unexpected error affects this email only.
    const isRefused = error instanceof EmailRefused;
    const waits = !isRefused && (await postponed(list, due));
    if (isRefused) await removeSentEmail(list, due);
    else if (!waits) await giveUp(list, due);
    if (cannotMail(error)) return 'no-server';
    return waits ? 'waits' : 'done';
  }
  await removeSentEmail(list, due);
  return 'done';
}

/** Delays an email, longer each time. @returns false if its retries are over */
async function postponed(list: OutboxName, due: DueEmail): Promise<boolean> {
  const now = Date.now();
  const next = nextTry(emailRetries, await unsentSince(list, due, now), now);
  if (next === null) return false;
  await postponeEmail(list, due, next);
  return true;
}
