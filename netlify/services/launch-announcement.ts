import { messageId } from '../email/message-id.ts';
import { launchEmail } from '../email/launch-email.ts';
import { siteUrl } from '../email/site-url.ts';
import { sendEmail } from '../email/transport.ts';
import { releaseWaiting, settleWaiting, takeWaiting, type WaitlistEntry } from '../storage/waitlist.ts';
import { type DeliveryResult, sendToAll } from './bulk-email.ts';

export interface LaunchAnnouncement {
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
export async function announceLaunch(
  waiting: readonly WaitlistEntry[],
  hear: (heard: DeliveryResult) => void,
): Promise<LaunchAnnouncement> {
  const letter = launchEmail(siteUrl());
  const queue = [...waiting];
  let elsewhere = 0;
  const written = await sendToAll<WaitlistEntry>({
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
      await sendEmail({ to: email, id: messageId(JSON.stringify(['opening', email, at])) }, letter);
      return () => settleWaiting(email);
    },
    release: releaseWaiting,
    hear,
  });
  return { ...written, elsewhere };
}
