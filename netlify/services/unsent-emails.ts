import type { DueEmail } from '../storage/email-outbox.ts';
import { noteAbandonedEmail, type UnsentList } from '../storage/abandoned-emails.ts';
import { alertOwner, dropOwnerAlert, isOwnerAlert } from './owner-alert.ts';

/**
 * An email that could not be sent for two weeks: `orders money` lists it, and the owner gets one email about all. An
 * alert is not listed; its problem, if it lasts, causes another one.
 */
export async function giveUp(list: UnsentList, due: DueEmail): Promise<void> {
  const at = Date.now();
  // First this: nothing finds an email again that is noted.
  if (isOwnerAlert(due.kind)) await dropOwnerAlert(due);
  else await alertOwner('never-sent', at);
  await noteAbandonedEmail(list, due, at);
}
