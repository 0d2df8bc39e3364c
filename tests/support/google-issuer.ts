/** An issuer of Google credentials on this machine: it publishes its keys, and signs whatever it is asked to. */
import { generateKeyPairSync, type KeyObject } from 'node:crypto';
import { once } from 'node:events';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { exportJWK, SignJWT } from 'jose';

export interface GoogleIssuer {
  jwksUrl: string;
  /** The key that it publishes, and the id under which it does. */
  privateKey: KeyObject;
  publicKey: KeyObject;
  keyId: string;
  /** How often its keys were asked for. */
  asked: () => number;
  close: () => void;
}

export async function openGoogleIssuer(): Promise<GoogleIssuer> {
  const { publicKey, privateKey } = newKeys();
  const keyId = 'key-of-today';
  const jwks = JSON.stringify({
    keys: [{ ...(await exportJWK(publicKey)), kid: keyId, use: 'sig', alg: 'RS256' }],
  });
  let count = 0;
  const server = createServer((_request, response) => {
    count += 1;
    response.setHeader('content-type', 'application/json').end(jwks);
  }).listen(0, '127.0.0.1');
  await once(server, 'listening');
  return {
    jwksUrl: `http://127.0.0.1:${(server.address() as AddressInfo).port}/certs`,
    ...{ privateKey, publicKey, keyId },
    asked: () => count,
    close: () => {
      server.closeAllConnections();
      server.close();
    },
  };
}

export function newKeys(): { publicKey: KeyObject; privateKey: KeyObject } {
  return generateKeyPairSync('rsa', { modulusLength: 2_048 });
}

/** A signed token of these claims. */
export function sign(
  claims: Record<string, unknown>,
  header: { alg: string; kid?: string },
  key: KeyObject | Uint8Array,
): Promise<string> {
  return new SignJWT(claims).setProtectedHeader(header).sign(key);
}
