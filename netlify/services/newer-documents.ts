import { newerDocumentEmail, ownerAddress } from '../email/owner-emails.ts';
import { newerDocumentKey } from '../storage/keys.ts';
import { clearOwnerAlert, markOwnerAlert } from '../storage/owner-alerts.ts';
import { NewerDocument } from '../storage/document-versions.ts';
import { sendAccountEmail } from './send-account-email.ts';

/** Pause after which the owner gets a new alert. */
const PAUSE_MS = 24 * 60 * 60_000;

/**
 * After a rollback, a document may have been written by a newer build. A job skips it, and the owner gets one email.
 * @returns false for every other error
 */
export async function isNewer(error: unknown): Promise<boolean> {
  if (!(error instanceof NewerDocument)) return false;
  const { name, message } = error;
  console.error(JSON.stringify({ level: 'error', error: name, message }));
  const at = Date.now();
  if (!(await markOwnerAlert(newerDocumentKey(), at, PAUSE_MS))) return true;
  const went = await sendAccountEmail(ownerAddress(), 'newer-document', `${at}`, () =>
    newerDocumentEmail(message),
  );
  if (went === 'no-server') await clearOwnerAlert(newerDocumentKey());
  return true;
}
