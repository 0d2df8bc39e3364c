import { createHash } from 'node:crypto';
import { openingLetter } from '../mail/opening-letter.ts';
import { siteUrl } from '../mail/site.ts';
import { LetterRefused, sendLetter } from '../mail/transport.ts';
import type { Letter } from '../mail/letters.ts';
import { releaseWaiting, settleWaiting, takeWaiting, type WaitlistEntry } from '../storage/waitlist.ts';

/** Letters under way at once: mail servers answer slowly, and few of them like a crowd. */
const AT_ONCE = 3;

/** One letter: sent, or why the mail server would not take it. */
export interface Told {
  email: string;
  refused: string | null;
}

export interface Telling {
  sent: number;
  refused: number;
  /** Whom another run has in hand. */
  elsewhere: number;
}

/**
 * Tells everyone on the waitlist that the shop is open, who has waited longest first, and takes them off it: their e-mail
 * was given for this letter alone. It may be run at any time, also twice at once: that is how a run that was killed is
 * finished. A letter is written once but for the window that services/restock describes, and both would carry one
 * Message-ID.
 * @throws MailUnavailable where no letter can go out; who was not written to waits on
 */
export async function tellWaitlist(
  waiting: readonly WaitlistEntry[],
  hear: (told: Told) => void,
): Promise<Telling> {
  const run: Run = {
    queue: [...waiting],
    letter: openingLetter(siteUrl()),
    hear,
    ...{ sent: 0, elsewhere: 0, unwritten: [], ended: false },
  };
  const workers = await Promise.allSettled(Array.from({ length: AT_ONCE }, () => writeToAll(run)));
  await releaseWaiting(run.unwritten);
  for (const worker of workers) {
    if (worker.status === 'rejected') throw worker.reason;
  }
  return { sent: run.sent, refused: run.unwritten.length, elsewhere: run.elsewhere };
}

/** What the workers of one run share. */
interface Run extends Pick<Telling, 'sent' | 'elsewhere'> {
  queue: WaitlistEntry[];
  letter: Letter;
  hear: (told: Told) => void;
  unwritten: string[];
  ended: boolean;
}

async function writeToAll(run: Run): Promise<void> {
  while (!run.ended) {
    const entry = run.queue.shift();
    if (!entry) return;
    const outcome = await takeWaiting(entry.email);
    if (outcome === 'taken') await writeTo(entry, run);
    else if (outcome === 'in-hand') run.elsewhere += 1;
  }
}

async function writeTo({ email, at }: WaitlistEntry, run: Run): Promise<void> {
  try {
    await sendLetter({ to: email, id: idOf(email, at) }, run.letter);
  } catch (error) {
    run.unwritten.push(email);
    if (error instanceof LetterRefused) {
      run.hear({ email, refused: error.message });
      return;
    }
    run.ended = true;
    throw error;
  }
  await settleWaiting(email);
  run.sent += 1;
  run.hear({ email, refused: null });
}

/** One wait, one id, whichever run sends its letter. */
function idOf(email: string, at: number): string {
  return createHash('sha256')
    .update(JSON.stringify(['opening', email, at]))
    .digest('hex')
    .slice(0, 32);
}
