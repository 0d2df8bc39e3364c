import { createHash, randomBytes } from 'node:crypto';

/** A token for a link in a letter, 32 random bytes in base64url, and the hash under which the server keeps it. */
export function newLinkToken(): { token: string; tokenHash: string } {
  const token = randomBytes(32).toString('base64url');
  return { token, tokenHash: linkHash(token) };
}

/** Of whatever was sent as a token. */
export function linkHash(token: string): string {
  return createHash('sha256').update(token).digest('base64url');
}
