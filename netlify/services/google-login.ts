import { authMessages } from '../../src/contract/messages/account.ts';
import { requestMessages } from '../../src/contract/messages/page.ts';
import type { Body, Reply } from '../../src/contract/routes.ts';
import { isEmail, normaliseEmail } from '../../src/domain/user.ts';
import {
  claimedSubject,
  CredentialRefused,
  EmailUnverified,
  googleButton,
  type GoogleIdentity,
  IssuerUnavailable,
  verifyCredential,
} from '../identity/google.ts';
import { newToken } from '../identity/tokens.ts';
import {
  createGoogleUser,
  type Credential,
  findGoogleUser,
  openGoogleSession,
  takeOverByGoogle,
} from '../storage/google-accounts.ts';
import { isEmailConfirmed, readUserByEmail } from '../storage/accounts.ts';
import type { Call } from './shopper-call.ts';
import { acceptance, storeConsent } from './consents.ts';
import { finishDeletion } from './account-deletion.ts';
import { Refused } from './refusal.ts';
import { takeoverNotice, emptyAccount, nameFromEmail } from './account-takeover.ts';

/** Log-in methods besides a password. */
export async function options(): Promise<Reply<'user.options'>> {
  return { success: true, google: googleButton() };
}

/**
 * Logs in with a Google credential; a new shopper gets an account without a password. The account is identified by
 * Google's own user id. So an existing account with the same confirmed email is not taken over. An account with an
 * unconfirmed email is: Google has proved who owns the mailbox (docs/behaviour.md#accounts-and-sessions).
 * @throws Refused 'invalid' if Google log-in is off, 'unauthorised' for an invalid credential, 'taken', 'unavailable'
 * if Google's keys cannot be fetched
 */
export async function logIn(
  { token: credential }: Body<'user.google'>,
  { windows, after }: Call,
): Promise<Reply<'user.google'>> {
  if (!googleButton()) throw new Refused('invalid', authMessages.googleNotOffered);
  // The unverified user id is enough for the lookup; its result is used only after the credential is verified.
  const known = await findGoogleUser(windows, await claimedSubject(credential));
  const identity = await verified(credential);
  const { token, email } = await opened(identity, known, after);
  return { success: true, token, user: { email }, message: authMessages.googleWelcome };
}

async function verified(credential: string): Promise<GoogleIdentity> {
  try {
    const identity = await verifyCredential(credential);
    if (!isEmail(identity.email)) throw new CredentialRefused('The email is none');
    return identity;
  } catch (error) {
    if (error instanceof CredentialRefused) throw refused();
    if (error instanceof EmailUnverified) throw new Refused('unauthorised', authMessages.googleUnverified);
    if (!(error instanceof IssuerUnavailable)) throw error;
    throw new Refused('unavailable', requestMessages.unavailable);
  }
}

function refused(): Refused {
  return new Refused('unauthorised', authMessages.googleFailed);
}

async function opened(
  identity: GoogleIdentity,
  known: string | null,
  after: Call['after'],
): Promise<{ token: string; email: string }> {
  const now = Date.now();
  const { subject, fingerprint, expiresAt } = identity;
  const credential: Credential = { subject, fingerprint, lifetimeMs: Math.max(1, expiresAt - now) };
  if (known !== null) {
    const { token, session } = newToken(known);
    const found = await openGoogleSession(credential, session);
    // 'gone': the account was deleted meanwhile.
    if (found === 'used' || found === 'gone') throw refused();
    await storeConsent(found, now);
    return { token, email: found.user.email };
  }
  const email = normaliseEmail(identity.email);
  const user = { ...emptyAccount(email, nameOf(identity), now), ...acceptance(now) };
  const { token, session } = newToken(user.id);
  const outcome = await createGoogleUser(credential, user, session);
  if (outcome === 'used') throw refused();
  if (outcome === 'opened') return { token, email };
  if (outcome === 'taken') await takeUnconfirmed(credential, user, after);
  // Opens this account, or the one that another device created a moment before.
  return opened(identity, await findGoogleUser([], subject), after);
}

/** Retries when several devices change the account at the same time. */
const TRIES = 5;

/** @throws Refused 'taken' if the email is confirmed, 'unauthorised' if the credential was used meanwhile */
async function takeUnconfirmed(
  credential: Credential,
  user: ReturnType<typeof emptyAccount>,
  after: Call['after'],
): Promise<void> {
  for (let tries = 0; tries < TRIES; tries += 1) {
    const former = await readUserByEmail(user.email);
    if (former && isEmailConfirmed(former.user)) {
      // Another device of the same Google account took it over a moment before.
      if (former.user.googleSubject === credential.subject) return;
      throw new Refused('taken', authMessages.googleTaken);
    }
    if (
      former &&
      (await takeOverByGoogle(former, credential, user, takeoverNotice(user.createdAt))) === 'done'
    ) {
      after(() => finishDeletion(former.user.id));
      return;
    }
    // Another request was faster: with a credential of the same Google account, or the email has a new owner.
    if ((await findGoogleUser([], credential.subject)) !== null) return;
  }
  // The account was deleted meanwhile, so the shopper may try the credential again.
  throw refused();
}

/** Cut to the length that a profile allows. */
function nameOf({ name, email }: GoogleIdentity): string {
  const given = name.trim().slice(0, 100).trim();
  return given === '' ? nameFromEmail(email) : given;
}
