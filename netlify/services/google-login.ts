import { authMessages } from '../../src/contract/messages/auth.ts';
import { requestMessages } from '../../src/contract/messages/request.ts';
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
import { newToken, newUserId } from '../identity/tokens.ts';
import {
  createGoogleUser,
  type Credential,
  findGoogleUser,
  openGoogleSession,
} from '../storage/google-accounts.ts';
import type { Call } from './call.ts';
import { acceptance, keepConsent } from './consents.ts';
import { Refused } from './refusal.ts';

/** Ways to log in beside a password. */
export async function options(): Promise<Reply<'user.options'>> {
  return { success: true, google: googleButton() };
}

/**
 * Logs in with a Google credential; whoever is new gets an account without a password. The account goes by Google's own
 * id, so an e-mail that has an account already is not taken over (decisions, Accounts and sessions).
 * @throws Refused 'invalid' where Google is not offered, 'unauthorised' for a credential that is not good, 'taken',
 * 'unavailable' where Google's keys cannot be had
 */
export async function logIn(
  { token: credential }: Body<'user.google'>,
  { windows }: Call,
): Promise<Reply<'user.google'>> {
  if (!googleButton()) throw new Refused('invalid', authMessages.googleNotOffered);
  // Whose it claims to be is enough to look; what was found is used only when the claim has turned out true.
  const known = await findGoogleUser(windows, await claimedSubject(credential));
  const identity = await verified(credential);
  const { token, email } = await opened(identity, known);
  return { success: true, token, user: { email }, message: authMessages.googleWelcome };
}

async function verified(credential: string): Promise<GoogleIdentity> {
  try {
    const identity = await verifyCredential(credential);
    if (!isEmail(identity.email)) throw new CredentialRefused('The e-mail is none');
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
): Promise<{ token: string; email: string }> {
  const now = Date.now();
  const { subject, fingerprint, expiresAt } = identity;
  const credential: Credential = { subject, fingerprint, lifetimeMs: Math.max(1, expiresAt - now) };
  if (known !== null) {
    const { token, session } = newToken(known);
    const found = await openGoogleSession(credential, session);
    // 'gone': the account was deleted in between.
    if (found === 'used' || found === 'gone') throw refused();
    await keepConsent(found, now);
    return { token, email: found.user.email };
  }
  const email = normaliseEmail(identity.email);
  const id = newUserId();
  const { token, session } = newToken(id);
  const user = { id, name: nameOf(identity), email, createdAt: now, updatedAt: now, ...acceptance(now) };
  const outcome = await createGoogleUser(credential, user, session);
  if (outcome === 'taken') throw new Refused('taken', authMessages.googleTaken);
  if (outcome === 'used') throw refused();
  // Another device was a moment faster: now the account is known.
  if (outcome === 'known') return opened(identity, await findGoogleUser([], subject));
  return { token, email };
}

/** As long as a profile takes it. */
function nameOf({ name, email }: GoogleIdentity): string {
  const given = name.trim().slice(0, 100).trim();
  return given === '' ? (email.split('@')[0] ?? '') : given;
}
