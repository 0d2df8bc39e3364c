import { policyVersions } from '../../src/content/snapshot-edition.ts';
import { acceptedNow, type Consent } from '../../src/domain/user.ts';
import { changeUser, readUser, type StoredUser } from '../storage/accounts.ts';
import { retryOnConflict } from './retry-on-conflict.ts';

/**
 * The consent record of a new account: the shopper accepted this deploy's texts at this time (ms). The forms cannot be
 * sent before the terms checkbox is ticked; a sentence beside Google's button says what continuing accepts.
 */
export function acceptance(at: number): { termsAcceptedAt: number; consents: readonly Consent[] } {
  return { termsAcceptedAt: at, consents: acceptedNow([], policyVersions, at) };
}

/**
 * Records that the shopper accepted this deploy's texts, if the account has no such record yet. This costs a round
 * trip, but only at the first log-in after a text has changed.
 */
export async function storeConsent(found: StoredUser, at: number): Promise<void> {
  await retryOnConflict(5, 'An account changed faster than its consent could be kept', async (isFirst) => {
    const before = isFirst ? found : await readUser(found.user.id);
    // The account was deleted meanwhile.
    if (!before) return null;
    const consents = acceptedNow(before.user.consents, policyVersions, at);
    if (consents === before.user.consents) return null;
    return changeUser(null, before, { ...before.user, consents }, []);
  });
}
