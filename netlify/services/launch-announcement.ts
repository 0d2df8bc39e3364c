import { letterId } from '../email/message-id.ts';
import { openingLetter } from '../email/launch-email.ts';
import { siteUrl } from '../email/site-url.ts';
import { sendLetter } from '../email/transport.ts';
import { releaseWaiting, settleWaiting, takeWaiting, type WaitlistEntry } from '../storage/waitlist.ts';
import { type Heard, writeToAll } from './bulk-email.ts';

export interface Telling {
  sent: number;
  refused: number;
  /** Whom another run has in hand. */
  elsewhere: number;
}

/**
 * Tells everyone on the waitlist that the shop is open, who has waited longest first, and takes them off it: their e-mail
 * was given for this letter alone.
 * @throws MailUnavailable where no letter can go out; who was not written to waits on
 */
export async function tellWaitlist(
  waiting: readonly WaitlistEntry[],
  hear: (heard: Heard) => void,
): Promise<Telling> {
  const letter = openingLetter(siteUrl());
  const queue = [...waiting];
  let elsewhere = 0;
  const written = await writeToAll<WaitlistEntry>({
    take: async () => {
      for (let entry = queue.shift(); entry; entry = queue.shift()) {
        const outcome = await takeWaiting(entry.email);
        if (outcome === 'taken') return entry;
        if (outcome === 'in-hand') elsewhere += 1;
      }
      return null;
    },
    write: async ({ email, at }) => {
      // One wait, one id, whichever run sends its letter.
      await sendLetter({ to: email, id: letterId(JSON.stringify(['opening', email, at])) }, letter);
      return () => settleWaiting(email);
    },
    release: releaseWaiting,
    hear,
  });
  return { ...written, elsewhere };
}
