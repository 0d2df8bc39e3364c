import { createHash } from 'node:crypto';
import process from 'node:process';
import type { JWTVerifyGetKey } from 'jose';

/** Loaded when somebody comes with a credential: most who log in have a password. */
const loadJose = () => import('jose');

/** The credential is not one that Google gave to this shop, or not any more. */
export class CredentialRefused extends Error {
  override name = 'CredentialRefused';
}

/** Google has not confirmed that the e-mail belongs to this Google account. */
export class EmailUnverified extends Error {
  override name = 'EmailUnverified';
}

/** The issuer's keys cannot be had: nobody can say whether a credential is good. */
export class IssuerUnavailable extends Error {
  override name = 'IssuerUnavailable';
}

/** Who a verified credential says is there. */
export interface GoogleIdentity {
  /** Google's own id of the account. */
  subject: string;
  email: string;
  /** '' where Google does not tell. */
  name: string;
  /** The same for the same credential, however its signature is spelled. */
  fingerprint: string;
  /** Until when (ms since 1970) the credential could be used. */
  expiresAt: number;
}

const GOOGLE = ['https://accounts.google.com', 'accounts.google.com'];
const KEYS_URL = 'https://www.googleapis.com/oauth2/v3/certs';
const SCRIPT_URL = 'https://accounts.google.com/gsi/client';

/** The clocks of Google and of this machine may differ by so much. */
const TOLERANCE_S = 30;
/** A shopper waits for it; and a retired key must not open accounts for long. */
const KEYS = { timeoutDuration: 3_000, cooldownDuration: 30_000, cacheMaxAge: 60 * 60 * 1_000 } as const;

/** What a browser needs to offer the Google button; null where no client id is set. */
export function googleButton(): { clientId: string; scriptUrl: string } | null {
  const clientId = process.env['GOOGLE_CLIENT_ID'];
  return clientId ? { clientId, scriptUrl: process.env['GOOGLE_SCRIPT_URL'] || SCRIPT_URL } : null;
}

/** Whose credential it claims to be; null where it names nobody. Nothing is checked: good only for looking something up. */
export async function claimedSubject(credential: string): Promise<string | null> {
  const { decodeJwt } = await loadJose();
  try {
    const { sub } = decodeJwt(credential);
    return typeof sub === 'string' && sub !== '' ? sub : null;
  } catch {
    return null;
  }
}

/**
 * Checks a credential (an ID token): signed with one of the issuer's keys, for this shop, in time, and with an e-mail
 * that Google has confirmed.
 * @throws CredentialRefused, EmailUnverified, IssuerUnavailable
 */
export async function verifyCredential(credential: string): Promise<GoogleIdentity> {
  const audience = process.env['GOOGLE_CLIENT_ID'];
  if (!audience) throw new CredentialRefused('Google login is not set up');
  const { sub, email, email_verified: isVerified, name, exp } = await claimsOf(credential, audience);
  if (typeof sub !== 'string' || sub === '' || typeof email !== 'string' || exp === undefined) {
    throw new CredentialRefused('The credential names nobody');
  }
  if (isVerified !== true) throw new EmailUnverified('The e-mail is not verified');
  return {
    subject: sub,
    email,
    name: typeof name === 'string' ? name : '',
    // Without the signature: what is signed has one spelling.
    fingerprint: createHash('sha256')
      .update(credential.slice(0, credential.lastIndexOf('.')))
      .digest('base64url'),
    expiresAt: (exp + TOLERANCE_S) * 1_000,
  };
}

async function claimsOf(credential: string, audience: string) {
  const { errors, jwtVerify } = await loadJose();
  try {
    const { payload } = await jwtVerify(credential, await issuerKeys(), {
      // Google's only one. So neither 'none' nor a key's public half as a shared secret comes as far as a key.
      algorithms: ['RS256'],
      issuer: issuers(),
      audience,
      clockTolerance: TOLERANCE_S,
      requiredClaims: ['sub', 'email', 'iat', 'exp'],
    });
    return payload;
  } catch (error) {
    if (error instanceof errors.JOSEError) throw new CredentialRefused(error.code);
    throw error;
  }
}

function issuers(): string[] {
  const issuer = process.env['GOOGLE_ISSUER'] || 'accounts.google.com';
  return GOOGLE.includes(issuer) ? GOOGLE : [issuer];
}

let kept: { url: string; keys: JWTVerifyGetKey } | undefined;

/** The issuer's keys, fetched at the first credential, kept, and fetched again when one is signed with a key unknown. */
async function issuerKeys(): Promise<JWTVerifyGetKey> {
  const { createRemoteJWKSet, errors } = await loadJose();
  const url = process.env['GOOGLE_JWKS_URL'] || KEYS_URL;
  if (kept?.url === url) return kept.keys;
  const remote = URL.canParse(url) ? createRemoteJWKSet(new URL(url), KEYS) : null;
  const keys: JWTVerifyGetKey = async (header, token) => {
    try {
      if (!remote) throw new TypeError('GOOGLE_JWKS_URL must be an address');
      return await remote(header, token);
    } catch (error) {
      const isAnswered =
        error instanceof errors.JWKSNoMatchingKey || error instanceof errors.JWKSMultipleMatchingKeys;
      if (isAnswered) throw error;
      throw new IssuerUnavailable(error instanceof Error ? error.message : typeof error);
    }
  };
  kept = { url, keys };
  return keys;
}
