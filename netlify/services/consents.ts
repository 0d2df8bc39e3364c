import { policyVersions } from '../../src/content/edition.ts';
import { acceptedNow, type Consent } from '../../src/domain/user.ts';
import { changeUser, readUser, type StoredUser } from '../storage/accounts.ts';

/**
 * What a new account keeps: this deploy's texts were accepted at this time, in ms. The screens send nothing before the
 * terms checkbox is ticked (specification §5); beside Google's button a sentence says what continuing accepts.
 */
export function acceptance(at: number): { termsAcceptedAt: number; consents: readonly Consent[] } {
  return { termsAcceptedAt: at, consents: acceptedNow([], policyVersions, at) };
}

/** Enough for an account that is changed on several devices at once. */
const TRIES = 5;

/**
 * Keeps that this deploy's texts were accepted, where the account has not accepted these yet. A round trip of its own, so
 * only for the first log-in after a text has changed.
 */
export async function keepConsent(found: StoredUser, at: number): Promise<void> {
  let before: StoredUser | null = found;
  for (let tries = 0; tries < TRIES; tries += 1) {
    // The account was deleted in between.
    if (!before) return;
    const consents = acceptedNow(before.user.consents, policyVersions, at);
    if (consents === before.user.consents) return;
    if ((await changeUser(null, before, { ...before.user, consents }, [])) === 'done') return;
    before = await readUser(found.user.id);
  }
  throw new Error('An account changed faster than its consent could be kept');
}
