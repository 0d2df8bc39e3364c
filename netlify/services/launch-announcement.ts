import { messageId, sendEmail } from '../email/transport.ts';
import { launchEmail } from '../email/launch-email.ts';
import { siteUrl } from './site-url.ts';
import {
  releaseWaitlistEntries,
  removeWaitlistEntry,
  claimWaitlistEntry,
  type WaitlistEntry,
} from '../storage/waitlist.ts';
import { type DeliveryResult, sendToAll } from './bulk-email.ts';

export interface LaunchAnnouncement {
  sent: number;
  refused: number;
  /** Emails that another run has claimed. */
  elsewhere: number;
}

/**
 * Sends the launch announcement to everyone on the waitlist, the longest waiting first. Removes each of them
 * afterwards: they gave their email for this purpose only.
 * @param until (ms) starts no new email after this time
 * @throws MailUnavailable, SiteUrlMissing if no email can go out; unsent subscribers stay on the list
 */
export async function announceLaunch(
  waiting: readonly WaitlistEntry[],
  onDelivery: (result: DeliveryResult) => void,
  until = Number.POSITIVE_INFINITY,
): Promise<LaunchAnnouncement> {
  const message = launchEmail(siteUrl());
  const queue = [...waiting];
  let elsewhere = 0;
  const next = () => (Date.now() < until ? queue.shift() : undefined);
  const written = await sendToAll<WaitlistEntry>({
    take: async () => {
      for (let entry = next(); entry; entry = next()) {
        const outcome = await claimWaitlistEntry(entry.email);
        if (outcome === 'taken') return entry;
        if (outcome === 'in-hand') elsewhere += 1;
      }
      return null;
    },
    write: async ({ email, at }) => {
      // The id depends only on the subscription, so every run sends the same Message-ID. `opening` is an older name of
      // this email and stays, because it is in the ids of emails that were sent.
      await sendEmail({ to: email, id: messageId(JSON.stringify(['opening', email, at])) }, message);
      return () => removeWaitlistEntry(email);
    },
    release: releaseWaitlistEntries,
    onDelivery,
  });
  return { ...written, elsewhere };
}
