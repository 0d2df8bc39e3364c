import { NewerDocument } from '../storage/document-versions.ts';
import { alertOwner } from './owner-alert.ts';

/**
 * After a rollback, a document may have been written by a newer build. A job skips it, and the owner gets one email.
 * @returns false for every other error
 */
export async function isNewer(error: unknown): Promise<boolean> {
  if (!(error instanceof NewerDocument)) return false;
  const { name, message } = error;
  console.error(JSON.stringify({ level: 'error', error: name, message }));
  await alertOwner('newer-document', Date.now(), message);
  return true;
}
