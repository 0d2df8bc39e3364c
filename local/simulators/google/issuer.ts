/** Google as an identity provider: its accounts, its key pair, and the credentials that it signs. */
import {
  createPrivateKey,
  createPublicKey,
  generateKeyPairSync,
  type KeyObject,
  randomUUID,
  sign,
} from 'node:crypto';
import type { Api } from '../api-server.ts';
import type { GoogleAccount, OpenLedger } from '../ledger.ts';
import { randomAccountId } from '../random-id.ts';
import type { GoogleCredentialOptions } from '../controls.ts';

/** Not Google's own name, so that the two cannot be confused. */
export const ISSUER = 'https://accounts.google.test';

const HOUR_S = 3_600;

export interface Issuer {
  clientId: string;
  /** Oldest first. */
  accounts: () => readonly GoogleAccount[];
  find: (sub: string) => GoogleAccount | undefined;
  /** The account of an email, created if needed; given values replace the existing ones. */
  account: (email: string, own?: { name?: string; verified?: boolean; sub?: string }) => GoogleAccount;
  /** The shopper gives the shop access to their profile. @returns whether they had done so before */
  approve: (account: GoogleAccount) => boolean;
  credential: (options: GoogleCredentialOptions) => string;
  /** `/oauth2/v3/certs`, the URL of the public key. */
  api: Api;
}

function newKey(): KeyObject {
  return generateKeyPairSync('rsa', { modulusLength: 2048 }).privateKey;
}

/** A name made from an email: `asha.rao@…` is Asha Rao. */
function nameOf(email: string): string {
  const words = (email.split('@')[0] ?? '').split(/[^\p{L}]+/u).filter(Boolean);
  const name = words.map((word) => word.slice(0, 1).toUpperCase() + word.slice(1)).join(' ');
  return name || email;
}

const part = (value: object): string => Buffer.from(JSON.stringify(value)).toString('base64url');

/** @param key null: unsigned */
function token(header: object, claims: object, key: KeyObject | null): string {
  const text = `${part(header)}.${part(claims)}`;
  return `${text}.${key ? sign('RSA-SHA256', Buffer.from(text), key).toString('base64url') : ''}`;
}

export function openIssuer(books: OpenLedger): Issuer {
  const { keys, googleAccounts } = books;
  let own: KeyObject | undefined;
  let foreign: KeyObject | undefined;

  /** Created when first needed, because it takes a moment and most tests do not use it. */
  function ownKey(): KeyObject {
    if (own) return own;
    if (keys.googleKey) {
      own = createPrivateKey(keys.googleKey);
    } else {
      own = newKey();
      keys.googleKey = own.export({ type: 'pkcs8', format: 'pem' }).toString();
      books.save();
    }
    return own;
  }

  function keyFor(which: NonNullable<GoogleCredentialOptions['key']>): KeyObject | null {
    if (which === 'none') return null;
    if (which === 'own') return ownKey();
    foreign ??= newKey();
    return foreign;
  }

  const account: Issuer['account'] = (email, given = {}) => {
    const known = googleAccounts.find((other) => other.email.toLowerCase() === email.toLowerCase());
    const { name = known?.name ?? nameOf(email), verified = known?.verified ?? true } = given;
    const found = known ?? { sub: given.sub ?? randomAccountId(), email, name, verified, approved: false };
    Object.assign(found, { name, verified });
    if (!known) googleAccounts.push(found);
    books.save();
    return found;
  };

  const credential: Issuer['credential'] = (options) => {
    const { email, sub, audience = keys.googleClientId, issuer = ISSUER } = options;
    const { expiresInS = HOUR_S, key = 'own' } = options;
    const { name, verified, ...who } = account(email, options);
    const [given_name = '', ...family] = name.split(' ');
    const now = books.seconds();
    // An expired token was issued earlier.
    const iat = Math.min(now, now + expiresInS - HOUR_S);
    const claims = {
      iss: issuer,
      azp: audience,
      aud: audience,
      sub: sub ?? who.sub,
      email: who.email,
      email_verified: verified,
      nbf: iat,
      name,
      given_name,
      ...(family.length > 0 && { family_name: family.join(' ') }),
      iat,
      exp: now + expiresInS,
      jti: randomUUID(),
    };
    const header = { alg: key === 'none' ? 'none' : 'RS256', kid: keys.googleKeyId, typ: 'JWT' };
    return token(header, claims, keyFor(key));
  };

  const api: Api = {
    answer: ({ method, path }) => {
      if (path !== '/oauth2/v3/certs') return { status: 404, body: { error: 'not_found' } };
      if (method !== 'GET') return { status: 405, body: { error: 'method_not_allowed' } };
      const { n, e } = createPublicKey(ownKey()).export({ format: 'jwk' });
      const jwk = { kty: 'RSA', use: 'sig', alg: 'RS256', kid: keys.googleKeyId, n, e };
      return {
        status: 200,
        body: { keys: [jwk] },
        headers: { 'Cache-Control': 'public, max-age=21600, must-revalidate, no-transform' },
      };
    },
    failure: () => ({ status: 500, body: { error: 'backend_error' } }),
  };

  return {
    clientId: keys.googleClientId,
    accounts: () => googleAccounts,
    find: (sub) => googleAccounts.find((other) => other.sub === sub),
    account,
    approve: (approving) => {
      const before = approving.approved;
      approving.approved = true;
      books.save();
      return before;
    },
    credential,
    api,
  };
}
