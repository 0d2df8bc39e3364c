import { createHash } from 'node:crypto';
import process from 'node:process';
import type { JWTVerifyGetKey } from 'jose';
import { HOUR_MS } from '../../src/domain/time-units.ts';

/** Loaded at the first credential: most log-ins use a password. */
const loadJose = () => import('jose');

/** Google did not issue this credential to this shop, or it has expired. */
export class CredentialRefused extends Error {
  override name = 'CredentialRefused';
}

/** Google has not confirmed that the email belongs to this Google account. */
export class EmailUnverified extends Error {
  override name = 'EmailUnverified';
}

/** The issuer's keys are unavailable, so no credential can be verified. */
export class IssuerUnavailable extends Error {
  override name = 'IssuerUnavailable';
}

/** The person that a verified credential names. */
export interface GoogleIdentity {
  /** Google's own id of the account. */
  subject: string;
  email: string;
  /** '' if Google does not send it. */
  name: string;
  /** Identifies the credential, however its signature is encoded. */
  fingerprint: string;
  /** When the credential expires, in ms since 1970, with the tolerance added. */
  expiresAt: number;
}

const GOOGLE = ['https://accounts.google.com', 'accounts.google.com'];
const KEYS_URL = 'https://www.googleapis.com/oauth2/v3/certs';
const SCRIPT_URL = 'https://accounts.google.com/gsi/client';

/** Allowed difference between Google's clock and this machine's. */
const TOLERANCE_S = 30;
/**
 * A shopper waits for the request, so the timeout is short. The cache is short because a retired key must soon stop
 * working.
 */
const KEYS = { timeoutDuration: 3_000, cooldownDuration: 30_000, cacheMaxAge: HOUR_MS } as const;

/** What a browser needs to show the Google button; null if no client id is set. */
export function googleButton(): { clientId: string; scriptUrl: string } | null {
  const clientId = process.env['GOOGLE_CLIENT_ID'];
  return clientId ? { clientId, scriptUrl: process.env['GOOGLE_SCRIPT_URL'] || SCRIPT_URL } : null;
}

/** The account id in an unverified credential; null if it has none. Nothing is checked, so use it only for look-ups. */
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
 * Verifies a credential (an ID token): signed by the issuer, made for this shop, not expired, with an email that Google
 * has confirmed.
 * @throws CredentialRefused, EmailUnverified, IssuerUnavailable
 */
export async function verifyCredential(credential: string): Promise<GoogleIdentity> {
  const audience = process.env['GOOGLE_CLIENT_ID'];
  if (!audience) throw new CredentialRefused('Google login is not set up');
  const { sub, email, email_verified: isVerified, name, exp } = await claimsOf(credential, audience);
  if (typeof sub !== 'string' || sub === '' || typeof email !== 'string' || exp === undefined) {
    throw new CredentialRefused('The credential names nobody');
  }
  if (isVerified !== true) throw new EmailUnverified('The email is not verified');
  return {
    subject: sub,
    email,
    name: typeof name === 'string' ? name : '',
    // Without the signature: a signature can be encoded in several ways, the signed part only in one.
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
      // Google uses only this one. It excludes 'none', and a public key used as a shared secret.
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

/**
 * The issuer's keys: fetched at the first credential, cached, and fetched again when a credential has an unknown key
 * id.
 */
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
