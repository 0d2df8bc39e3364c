import { createHash, generateKeyPairSync, randomBytes, sign } from 'node:crypto';
import type {
  AuthenticationResponseJSON,
  PublicKeyCredentialCreationOptionsJSON,
  PublicKeyCredentialRequestOptionsJSON,
  RegistrationResponseJSON,
} from '@simplewebauthn/server';

/** A passkey of a device that exists in the test alone: P-256, no attestation, user verified. */
export function newAuthenticator(origin: string) {
  const { publicKey, privateKey } = generateKeyPairSync('ec', { namedCurve: 'P-256' });
  const id = randomBytes(16);
  let uses = 0;
  const { x = '', y = '' } = publicKey.export({ format: 'jwk' });

  const dataOf = (rpId: string, flags: number) => {
    uses += 1;
    const count = Buffer.alloc(4);
    count.writeUInt32BE(uses);
    return Buffer.concat([sha256(Buffer.from(rpId)), Buffer.from([flags]), count]);
  };
  const clientData = (type: string, challenge: string) =>
    Buffer.from(JSON.stringify({ type, challenge, origin, crossOrigin: false }));
  const frame = {
    id: id.toString('base64url'),
    rawId: id.toString('base64url'),
    type: 'public-key' as const,
    clientExtensionResults: {},
  } as const;

  return {
    id: frame.id,
    register({ challenge, rp }: PublicKeyCredentialCreationOptionsJSON): RegistrationResponseJSON {
      const key = Buffer.concat([
        Buffer.from('a5010203262001215820', 'hex'),
        Buffer.from(x, 'base64url'),
        Buffer.from('225820', 'hex'),
        Buffer.from(y, 'base64url'),
      ]);
      const length = Buffer.from([0, id.length]);
      const data = Buffer.concat([dataOf(rp.id ?? '', 0x45), Buffer.alloc(16), length, id, key]);
      // CBOR: {"fmt": "none", "attStmt": {}, "authData": data}
      const attestation = Buffer.concat([
        Buffer.from('a363666d74646e6f6e656761747453746d74a068617574684461746158', 'hex'),
        Buffer.from([data.length]),
        data,
      ]);
      return {
        ...frame,
        response: {
          clientDataJSON: clientData('webauthn.create', challenge).toString('base64url'),
          attestationObject: attestation.toString('base64url'),
          transports: ['internal'],
        },
      };
    },
    use({ challenge, rpId = '' }: PublicKeyCredentialRequestOptionsJSON): AuthenticationResponseJSON {
      const client = clientData('webauthn.get', challenge);
      const data = dataOf(rpId, 0x05);
      return {
        ...frame,
        response: {
          clientDataJSON: client.toString('base64url'),
          authenticatorData: data.toString('base64url'),
          signature: sign('sha256', Buffer.concat([data, sha256(client)]), privateKey).toString('base64url'),
        },
      };
    },
  };
}

export type Authenticator = ReturnType<typeof newAuthenticator>;

const sha256 = (bytes: Buffer) => createHash('sha256').update(bytes).digest();
