import {
  generateAuthenticationOptions,
  generateRegistrationOptions,
  verifyAuthenticationResponse,
  verifyRegistrationResponse,
  type AuthenticationResponseJSON,
  type PublicKeyCredentialCreationOptionsJSON,
  type PublicKeyCredentialRequestOptionsJSON,
  type RegistrationResponseJSON,
} from '@simplewebauthn/server';

/** Passkeys (WebAuthn): questions to an authenticator, and the check of its answers. */

/** Whose passkeys: the shop's name and its origin, such as https://shop.example. */
export interface RelyingParty {
  name: string;
  origin: string;
}

interface Known {
  id: string;
  transports: string[];
}

/** The stored half of a passkey; the public key is in base64url. */
export interface Credential extends Known {
  publicKey: string;
  counter: number;
}

/** `known` are the passkeys that may answer; none means any passkey of this shop. */
export function askForPasskey(
  party: RelyingParty,
  known: readonly Known[],
): Promise<PublicKeyCredentialRequestOptionsJSON> {
  return generateAuthenticationOptions({
    rpID: hostOf(party),
    userVerification: 'required',
    ...(known.length > 0 && { allowCredentials: known.map(({ id, transports }) => ({ id, transports })) }),
  });
}

/** The passkey is stored on the authenticator, so that it can sign in without an email. `known` is not made again. */
export function askForNewPasskey(
  party: RelyingParty,
  email: string,
  known: readonly Known[],
): Promise<PublicKeyCredentialCreationOptionsJSON> {
  return generateRegistrationOptions({
    rpName: party.name,
    rpID: hostOf(party),
    userName: email,
    userDisplayName: email,
    userID: new TextEncoder().encode(email).slice(0, 64),
    excludeCredentials: known.map(({ id, transports }) => ({ id, transports })),
    authenticatorSelection: { residentKey: 'required', userVerification: 'required' },
  });
}

/** The challenge that an answer is about; null if the answer cannot be read. */
export function challengeOf({ response }: { response: { clientDataJSON: string } }): string | null {
  try {
    const data: unknown = JSON.parse(Buffer.from(response.clientDataJSON, 'base64url').toString());
    const { challenge } = data as { challenge?: unknown };
    return typeof challenge === 'string' && /^[\w-]{1,200}$/.test(challenge) ? challenge : null;
  } catch {
    return null;
  }
}

/** The passkey of a registration; null if the answer is not valid. */
export async function newPasskey(
  party: RelyingParty,
  challenge: string,
  response: RegistrationResponseJSON,
): Promise<Credential | null> {
  const { registrationInfo } = await verifyRegistrationResponse({
    response,
    expectedChallenge: challenge,
    expectedOrigin: party.origin,
    expectedRPID: hostOf(party),
  }).catch(() => ({ registrationInfo: undefined }));
  if (!registrationInfo) return null;
  const { id, publicKey, counter, transports = [] } = registrationInfo.credential;
  return { id, publicKey: Buffer.from(publicKey).toString('base64url'), counter, transports };
}

/** The passkey's new counter; null if the answer is not valid. */
export async function provedCounter(
  party: RelyingParty,
  challenge: string,
  response: AuthenticationResponseJSON,
  { id, publicKey, counter }: Credential,
): Promise<number | null> {
  const { verified, authenticationInfo } = await verifyAuthenticationResponse({
    response,
    expectedChallenge: challenge,
    expectedOrigin: party.origin,
    expectedRPID: hostOf(party),
    credential: { id, publicKey: new Uint8Array(Buffer.from(publicKey, 'base64url')), counter },
  }).catch(() => ({ verified: false, authenticationInfo: { newCounter: 0 } }));
  return verified ? authenticationInfo.newCounter : null;
}

const hostOf = ({ origin }: RelyingParty): string => new URL(origin).hostname;
