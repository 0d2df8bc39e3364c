import { EmailRefused } from '../email/transport.ts';

/** Emails sent at the same time. Mail servers answer slowly, and few accept many connections. */
const AT_ONCE = 3;

/** The result for one email: sent, or the reason why the mail server refused it. */
export interface DeliveryResult {
  email: string;
  refused: string | null;
}

/** A bulk email to everyone on a list, sent one by one. */
export interface BulkEmail<Reader extends { email: string }> {
  /** The next reader, claimed only by this run; null if there is none left. */
  take: () => Promise<Reader | null>;
  /** Sends the email. @returns a function that records it as sent @throws EmailRefused, MailUnavailable */
  write: (reader: Reader) => Promise<() => Promise<void>>;
  /** Releases the claims of unsent readers. Not earlier than the end, or this run claims them again. */
  release: (emails: readonly string[]) => Promise<void>;
  onDelivery: (result: DeliveryResult) => void;
}

/**
 * Sends an email to everyone on a list. It may run at any time, also twice at once: a second run finishes what a
 * stopped run left.
 *
 * One run claims a reader before it sends, and removes the reader from the list only after the mail server has accepted
 * the email. A claim expires after a minute, so nobody is forgotten after a crash.
 * An email can go out twice in one case: the mail server accepts it, but this run stops, loses Redis or loses the
 * server's answer before it records that. This window is one round trip wide and cannot be closed, because a mail
 * server and a database cannot commit together. Both emails have the same Message-ID, so a mailbox can show them as
 * one.
 * @throws MailUnavailable, SiteUrlMissing if no email can go out; unsent readers stay on the list
 */
export async function sendToAll<Reader extends { email: string }>(
  mailing: BulkEmail<Reader>,
): Promise<{ sent: number; refused: number }> {
  const run: Run = { sent: 0, unwritten: [], ended: false };
  const workers = await Promise.allSettled(Array.from({ length: AT_ONCE }, () => work(mailing, run)));
  await mailing.release(run.unwritten);
  for (const worker of workers) {
    if (worker.status === 'rejected') throw worker.reason;
  }
  return { sent: run.sent, refused: run.unwritten.length };
}

/** State that all workers of one run share. */
interface Run {
  sent: number;
  unwritten: string[];
  ended: boolean;
}

async function work<Reader extends { email: string }>(
  { take, write, onDelivery }: BulkEmail<Reader>,
  run: Run,
): Promise<void> {
  while (!run.ended) {
    const reader = await take();
    if (!reader) return;
    const { email } = reader;
    let markSent: () => Promise<void>;
    try {
      markSent = await write(reader);
    } catch (error) {
      run.unwritten.push(email);
      if (!(error instanceof EmailRefused)) {
        run.ended = true;
        throw error;
      }
      onDelivery({ email, refused: error.message });
      continue;
    }
    await markSent();
    run.sent += 1;
    onDelivery({ email, refused: null });
  }
}
