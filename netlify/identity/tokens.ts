import { createHash, randomBytes } from 'node:crypto';

const USER_BYTES = 16;
const SECRET_BYTES = 32;

/** A new account id: 32 hexadecimal digits. */
export function newUserId(): string {
  return randomBytes(USER_BYTES).toString('hex');
}

/**
 * A session token: the account id and 32 random bytes, in base64url. Because it contains the id, one round trip can
 * check the session and do the work of the call. The server stores only the hash, so a copy of the database cannot log
 * in.
 */
export function newToken(userId: string): { token: string; session: { userId: string; tokenHash: string } } {
  const token = Buffer.concat([Buffer.from(userId, 'hex'), randomBytes(SECRET_BYTES)]).toString('base64url');
  return { token, session: { userId, tokenHash: tokenHash(token) } };
}

/** The parts of a token; null for text that cannot be a token. Only the database knows whether the session exists. */
export function readToken(token: string): { userId: string; tokenHash: string } | null {
  const bytes = Buffer.from(token, 'base64url');
  // Decoding skips characters that are not base64url; only one encoding of a token is valid.
  if (bytes.length !== USER_BYTES + SECRET_BYTES || bytes.toString('base64url') !== token) return null;
  return { userId: bytes.subarray(0, USER_BYTES).toString('hex'), tokenHash: tokenHash(token) };
}

/** The parts of no token. A malformed token is looked up as this one, so that guesses are counted. */
export const noToken = { userId: '', tokenHash: '' };

/** A token for an emailed link, also to people without an account: 32 random bytes, in base64url. */
export function newLinkToken(): { token: string; tokenHash: string } {
  const token = randomBytes(SECRET_BYTES).toString('base64url');
  return { token, tokenHash: tokenHash(token) };
}

/** The hash under which the server stores a token. */
export function tokenHash(token: string): string {
  return createHash('sha256').update(token).digest('base64url');
}
