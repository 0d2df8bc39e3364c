import { createHash, randomBytes } from 'node:crypto';

const USER_BYTES = 16;
const SECRET_BYTES = 32;

/** A fresh account id: 32 hexadecimal digits. */
export function newUserId(): string {
  return randomBytes(USER_BYTES).toString('hex');
}

/**
 * A session's token: the account's id and 32 random bytes, in base64url. The id rides along so that a call can name its
 * keys, and do its work, in the round trip that checks the session. The server keeps only the hash: who reads the
 * database cannot log in with what is found there.
 */
export function newToken(userId: string): { token: string; session: { userId: string; tokenHash: string } } {
  const token = Buffer.concat([Buffer.from(userId, 'hex'), randomBytes(SECRET_BYTES)]).toString('base64url');
  return { token, session: { userId, tokenHash: tokenHash(token) } };
}

/** What a token claims. Null for a text that cannot be a token; whether it stands is for the database to say. */
export function readToken(token: string): { userId: string; tokenHash: string } | null {
  const bytes = Buffer.from(token, 'base64url');
  // Decoding skips what is not base64url; a token has one spelling only.
  if (bytes.length !== USER_BYTES + SECRET_BYTES || bytes.toString('base64url') !== token) return null;
  return { userId: bytes.subarray(0, USER_BYTES).toString('hex'), tokenHash: tokenHash(token) };
}

/** A token for a link in a letter to somebody who need not have an account: 32 random bytes, in base64url. */
export function newLinkToken(): { token: string; tokenHash: string } {
  const token = randomBytes(SECRET_BYTES).toString('base64url');
  return { token, tokenHash: tokenHash(token) };
}

/** The hash under which the server keeps a token; of whatever was sent as one. */
export function tokenHash(token: string): string {
  return createHash('sha256').update(token).digest('base64url');
}
