import { EmailRefused } from '../email/transport.ts';

/** Letters under way at once: mail servers answer slowly, and few of them like a crowd. */
const AT_ONCE = 3;

/** One letter: sent, or why the mail server would not take it. */
export interface DeliveryResult {
  email: string;
  refused: string | null;
}

/** News for everyone on a list, one by one. */
export interface BulkEmail<Reader extends { email: string }> {
  /** The next one, in the hand of this run alone; null where there is none more. */
  take: () => Promise<Reader | null>;
  /** Sends the letter. @returns what notes that it is out @throws LetterRefused, MailUnavailable */
  write: (reader: Reader) => Promise<() => Promise<void>>;
  /** Lets go of these, who were not written to: at the end, because a run that lets go before would take them again. */
  release: (emails: readonly string[]) => Promise<void>;
  hear: (heard: DeliveryResult) => void;
}

/**
 * Writes to everyone on a list. It may be run at any time, also twice at once: that is how a run that was killed is
 * finished.
 *
 * A reader is taken in hand by one run before the letter, and off the list only after the mail server has accepted it. So
 * nobody is forgotten, whatever dies when: a hand opens by itself after a minute. Nor are two letters written, but for one
 * window: where the mail server has accepted a letter and this run dies, or loses Redis, before it has written that down,
 * or where the server's word is lost on its way, a later run writes once more. It is as wide as one round trip, and nothing
 * closes it, because no mail server and database commit together; both letters carry one Message-ID, by which mailboxes can
 * show them as one.
 * @throws MailUnavailable where no letter can go out; who was not written to waits on
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

/** What the workers of one run share. */
interface Run {
  sent: number;
  unwritten: string[];
  ended: boolean;
}

async function work<Reader extends { email: string }>(
  { take, write, hear }: BulkEmail<Reader>,
  run: Run,
): Promise<void> {
  while (!run.ended) {
    const reader = await take();
    if (!reader) return;
    const { email } = reader;
    let settle: () => Promise<void>;
    try {
      settle = await write(reader);
    } catch (error) {
      run.unwritten.push(email);
      if (!(error instanceof EmailRefused)) {
        run.ended = true;
        throw error;
      }
      hear({ email, refused: error.message });
      continue;
    }
    await settle();
    run.sent += 1;
    hear({ email, refused: null });
  }
}
