import type { DueEmail } from '../storage/email-outbox.ts';
import { noteAbandonedEmail, type UnsentList } from '../storage/abandoned-emails.ts';
import { alertOwner } from './owner-alert.ts';

/** An email that could not be sent for two weeks: `orders money` lists it, and the owner gets one email about all. */
export async function giveUp(list: UnsentList, due: DueEmail): Promise<void> {
  const at = Date.now();
  // First the alert: nothing finds an email again that is noted.
  await alertOwner('never-sent', at);
  await noteAbandonedEmail(list, due, at);
}
