import { DAY_MS } from '../../src/domain/time-units.ts';
import { neverSentEmail } from '../email/owner-emails.ts';
import { neverSentNewsKey } from '../storage/keys.ts';
import type { DueEmail } from '../storage/email-outbox.ts';
import { noteAbandonedEmail, type UnsentList } from '../storage/abandoned-emails.ts';
import { alertOwner } from './owner-alert.ts';

/** An email that could not be sent for two weeks: `orders money` lists it, and the owner gets one email about all. */
export async function giveUp(list: UnsentList, due: DueEmail): Promise<void> {
  const at = Date.now();
  await noteAbandonedEmail(list, due, at);
  await alertOwner({ key: neverSentNewsKey(), pauseMs: DAY_MS, kind: 'never-sent' }, at, neverSentEmail);
}
