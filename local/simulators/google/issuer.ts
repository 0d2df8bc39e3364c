/** Google as an identity provider: its accounts, its key pair, and the credentials that it signs. */
import { createPublicKey, generateKeyPairSync, randomUUID, sign } from 'node:crypto';
import { type Api, ApiRefusal } from '../api-server.ts';
import type { GoogleAccount, OpenLedger } from '../ledger.ts';
import { randomAccountId } from '../random-id.ts';

/** Not Google's own name, so that the two cannot be confused. */
export const ISSUER = 'https://accounts.google.test';

const HOUR_S = 3_600;
/** The id of the key pair, in credentials and in the published keys. */
const KEY_ID = 'taana-simulator';

/** A name made from an email: `asha.rao@…` is Asha Rao. */
function nameOf(email: string): string {
  const words = (email.split('@')[0] ?? '').split(/[^\p{L}]+/u).filter(Boolean);
  return words.map((word) => word.slice(0, 1).toUpperCase() + word.slice(1)).join(' ') || email;
}

const part = (value: object): string => Buffer.from(JSON.stringify(value)).toString('base64url');

export function openIssuer({ keys, googleAccounts, save, seconds }: OpenLedger) {
  /** Created when first needed, because it takes a moment and most tests do not use it. */
  function privateKey(): string {
    if (!keys.googleKey) {
      const { privateKey: made } = generateKeyPairSync('rsa', { modulusLength: 2048 });
      keys.googleKey = made.export({ type: 'pkcs8', format: 'pem' }).toString();
      save();
    }
    return keys.googleKey;
  }

  /** The account of an email, created if needed; given values replace the existing ones. */
  function account(email: string, given: { name?: string; verified?: boolean } = {}): GoogleAccount {
    const known = googleAccounts.find((other) => other.email.toLowerCase() === email.toLowerCase());
    const found = known ?? { sub: randomAccountId(), email, name: nameOf(email), verified: true };
    Object.assign(found, given);
    if (!known) googleAccounts.push(found);
    save();
    return found;
  }

  /** An ID token as a JWT. */
  function credential(of: { email: string }): string {
    const { sub, email, name, verified } = account(of.email);
    const [given_name = '', ...family] = name.split(' ');
    const iat = seconds();
    const claims = {
      iss: ISSUER,
      azp: keys.GOOGLE_CLIENT_ID,
      aud: keys.GOOGLE_CLIENT_ID,
      sub,
      email,
      email_verified: verified,
      nbf: iat,
      name,
      given_name,
      ...(family.length > 0 && { family_name: family.join(' ') }),
      iat,
      exp: iat + HOUR_S,
      jti: randomUUID(),
    };
    const text = `${part({ alg: 'RS256', kid: KEY_ID, typ: 'JWT' })}.${part(claims)}`;
    return `${text}.${sign('RSA-SHA256', Buffer.from(text), privateKey()).toString('base64url')}`;
  }

  const api: Api = {
    answer: ({ method, path }) => {
      if (`${method} ${path}` !== 'GET /oauth2/v3/certs') throw new ApiRefusal('Not found', 404, {});
      const { n, e } = createPublicKey(privateKey()).export({ format: 'jwk' });
      return {
        status: 200,
        body: { keys: [{ kty: 'RSA', use: 'sig', alg: 'RS256', kid: KEY_ID, n, e }] },
        headers: { 'Cache-Control': 'public, max-age=21600, must-revalidate, no-transform' },
      };
    },
    failure: new ApiRefusal('Backend error', 500, {}),
  };

  return { clientId: keys.GOOGLE_CLIENT_ID, accounts: googleAccounts, account, credential, api };
}

export type Issuer = ReturnType<typeof openIssuer>;
