import type { EmailMessage } from '../email/email-parts.ts';
import { ownerAddress } from '../email/owner-emails.ts';
import { clearOwnerAlert, markOwnerAlert } from '../storage/owner-alerts.ts';
import { sendAccountEmail } from './send-account-email.ts';

/** A problem that the owner gets one email about. */
interface OwnerAlert {
  /** The key that records it. */
  key: string;
  /** For how long it must not be found before the owner gets another email. */
  pauseMs: number;
  /** For the log. */
  kind: string;
}

/** Emails the owner, unless that was done. If no email can be sent, the next call tries again. @param at now, in ms */
export async function alertOwner(
  { key, pauseMs, kind }: OwnerAlert,
  at: number,
  write: () => EmailMessage | Promise<EmailMessage>,
): Promise<void> {
  if (!(await markOwnerAlert(key, at, pauseMs))) return;
  const message = await write();
  const outcome = await sendAccountEmail(ownerAddress(), kind, `${at}`, () => message);
  if (outcome === 'no-server') await clearOwnerAlert(key);
}
