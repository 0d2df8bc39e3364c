import { neverSentEmail, ownerAddress } from '../email/owner-emails.ts';
import { neverSentNewsKey } from '../storage/keys.ts';
import type { DueEmail } from '../storage/email-outbox.ts';
import { noteAbandonedEmail, type UnsentList } from '../storage/abandoned-emails.ts';
import { clearOwnerAlert, markOwnerAlert } from '../storage/owner-alerts.ts';
import { sendAccountEmail } from './send-account-email.ts';

/** Pause after which the owner gets a new alert. */
const PAUSE_MS = 24 * 60 * 60_000;

/** An email that could not be sent for two weeks: `orders money` lists it, and the owner gets one email about all. */
export async function giveUp(list: UnsentList, due: DueEmail): Promise<void> {
  const at = Date.now();
  await noteAbandonedEmail(list, due, at);
  if (!(await markOwnerAlert(neverSentNewsKey(), at, PAUSE_MS))) return;
  const went = await sendAccountEmail(ownerAddress(), 'never-sent', `${at}`, neverSentEmail);
  if (went === 'no-server') await clearOwnerAlert(neverSentNewsKey());
}
