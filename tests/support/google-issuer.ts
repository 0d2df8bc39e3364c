/** A local issuer of Google credentials: it publishes its keys, and signs any claims. */
import { generateKeyPairSync, type KeyObject, randomUUID } from 'node:crypto';
import { exportJWK, SignJWT } from 'jose';
import { afterAll, beforeAll, beforeEach, vi } from 'vitest';
import { openLoopbackServer } from '../../local/loopback-server.ts';

/** The id of the key that the issuer publishes. */
export const KEY_ID = 'key-of-today';

/** The shop's client id at Google. */
export const CLIENT_ID = 'taana.apps.googleusercontent.example';

interface GoogleIssuer {
  jwksUrl: string;
  /** The private half of the published key. */
  privateKey: KeyObject;
  publicKey: KeyObject;
  /** A credential of a new shopper; `own` overrides its claims. */
  credentialOf: (own?: Record<string, unknown>) => Promise<string>;
  /** How often its keys were requested. */
  asked: () => number;
  close: () => Promise<void>;
}

/** The issuer for a test file, with the settings that make the shop trust it. */
export function useGoogle(): GoogleIssuer {
  const issuer = {} as GoogleIssuer;
  beforeAll(async () => {
    Object.assign(issuer, await openGoogleIssuer());
  });
  afterAll(() => issuer.close());
  beforeEach(() => {
    vi.stubEnv('GOOGLE_CLIENT_ID', CLIENT_ID);
    vi.stubEnv('GOOGLE_JWKS_URL', issuer.jwksUrl);
    vi.stubEnv('GOOGLE_ISSUER', '');
    vi.stubEnv('GOOGLE_SCRIPT_URL', '');
  });
  return issuer;
}

async function openGoogleIssuer(): Promise<GoogleIssuer> {
  const { publicKey, privateKey } = newKeys();
  const jwks = JSON.stringify({
    keys: [{ ...(await exportJWK(publicKey)), kid: KEY_ID, use: 'sig', alg: 'RS256' }],
  });
  let count = 0;
  const { url, stop } = await openLoopbackServer((_request, response) => {
    count += 1;
    response.setHeader('content-type', 'application/json').end(jwks);
  });
  return {
    jwksUrl: `${url}/certs`,
    privateKey,
    publicKey,
    credentialOf: (own) => sign(claims(own), { alg: 'RS256', kid: KEY_ID }, privateKey),
    asked: () => count,
    close: stop,
  };
}

export function newKeys(): { publicKey: KeyObject; privateKey: KeyObject } {
  return generateKeyPairSync('rsa', { modulusLength: 2_048 });
}

/** Google's claims about a new shopper; `own` overrides them. */
export function claims(own: Record<string, unknown> = {}): Record<string, unknown> {
  const seconds = Math.floor(Date.now() / 1_000);
  return {
    iss: 'https://accounts.google.com',
    aud: CLIENT_ID,
    sub: `1${randomUUID().replace(/\D/g, '')}`,
    email: `asha-${randomUUID()}@example.com`,
    email_verified: true,
    name: 'आशा Rao',
    iat: seconds,
    exp: seconds + 3_600,
    jti: randomUUID(),
    ...own,
  };
}

/** A signed token of these claims. */
export function sign(
  claims: Record<string, unknown>,
  header: { alg: string; kid?: string },
  key: KeyObject | Uint8Array,
): Promise<string> {
  return new SignJWT(claims).setProtectedHeader(header).sign(key);
}
