import { nextTry, emailRetries } from '../../src/domain/retry-schedule.ts';
import { EmailRefused, MailUnavailable } from '../email/transport.ts';
import {
  type DueEmail,
  type OutboxName,
  postponeEmail,
  settleEmail,
  claimDueEmails,
  unsentSince,
} from '../storage/email-outbox.ts';
import { Unreachable } from '../storage/unreachable.ts';
import { isNewer } from './newer-documents.ts';
import { giveUp } from './unsent-emails.ts';

/** Letters under way at once. */
const AT_ONCE = 5;

/** Whether a letter is true cannot be told now. */
export class NotDueYet extends Error {
  override name = 'LetterWaits';
}

/** How the letters of one list go out. */
export interface OutboxRules {
  list: OutboxName;
  /** Sends a letter where it is still true, else nothing. @throws LetterRefused, MailUnavailable, LetterWaits */
  write: (due: DueEmail) => Promise<void>;
  /** What the log may be told of a letter: nobody's address. */
  logged: (due: DueEmail) => { letter: string; order?: string };
}

/**
 * Sends the letters of a list that are due. What brings a letter about notes it in the same step, so none is forgotten,
 * whatever dies when: what this run cannot send, the sweep does. A letter can go out twice only where the mail server has
 * it and this run dies before that is written down. A letter that goes out slowly holds up none but itself.
 * @param until (ms) begins no more after that
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
    for (let letter: DueEmail | undefined = first; letter; letter = await next()) {
      // Without a mail server the others would fare no better.
      run.canMail = (await send(letter, writing)) !== 'no-server' && run.canMail;
    }
  };
  await Promise.all((await claimDueEmails(writing.list, AT_ONCE)).map(work));
  return !run.isLate;
}

async function send(
  due: DueEmail,
  { list, write, logged }: OutboxRules,
): Promise<'settled' | 'waits' | 'no-server'> {
  // Without the mail server's words, which quote the address.
  const log = ({ name }: Error) =>
    console.error(JSON.stringify({ level: 'error', ...logged(due), error: name }));
  try {
    await write(due);
  } catch (error) {
    const isSkipped = await isNewer(error);
    if (!(error instanceof Error) || (error instanceof Unreachable && !isSkipped)) throw error;
    log(error);
    // No mailbox: another try would fare no better. What nobody expected is one letter's trouble and not the others'.
    const isRefused = error instanceof EmailRefused;
    const waits = !isRefused && (await postponed(list, due));
    if (isRefused) await settleEmail(list, due);
    else if (!waits) await giveUp(list, due);
    if (error instanceof MailUnavailable) return 'no-server';
    return waits ? 'waits' : 'settled';
  }
  await settleEmail(list, due);
  return 'settled';
}

/** Puts a letter back for a while, longer each time. @returns false where it has been tried for long enough */
async function postponed(list: OutboxName, due: DueEmail): Promise<boolean> {
  const now = Date.now();
  const next = nextTry(emailRetries, await unsentSince(list, due, now), now);
  if (next === null) return false;
  await postponeEmail(list, due, next);
  return true;
}
