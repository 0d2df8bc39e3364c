import { desk } from '../../src/domain/config.ts';
import { MINUTE_MS } from '../../src/domain/time-units.ts';
import { readDocument, writeDocument } from './document-versions.ts';
import { deskGuard } from './staff-sessions.lua.ts';
import { admitted, type Window } from './session-and-limits.ts';
import type { Write } from './transaction.ts';
import { passkeyChallengeKey, staffLinkKey, staffSessionsKey } from './staff-keys.ts';
import { pairsOf, redis, run } from './redis.ts';

/** A session of the desk. */
export interface StaffSession {
  tokenHash: string;
  email: string;
  device: string;
  /** Times in ms. */
  openedAt: number;
  endsAt: number;
  /** When a passkey was last used; null for the session of an emailed link, which opens nothing yet. */
  provedAt: number | null;
  /** The passkey that opened it. */
  passkeyId: string | null;
}

/**
 * Checks a session and its limits in one round trip. @throws SessionEnded, TooMany
 */
export async function readStaffSession(tokenHash: string, windows: readonly Window[]): Promise<StaffSession> {
  const keys = [staffSessionsKey(), ...windows.map(({ key }) => key)];
  const limits = windows.flatMap(({ limit, windowMs }) => [limit, windowMs]);
  const [reply] = await run(deskGuard, keys, [tokenHash, ...limits]);
  const [text] = admitted(reply);
  return sessionOf(tokenHash, text as string);
}

/** Every session that has not expired. */
export async function readStaffSessions(now: number): Promise<StaffSession[]> {
  return pairsOf(await redis().hgetall(staffSessionsKey()))
    .map(([tokenHash, text]) => sessionOf(tokenHash, text))
    .filter(({ endsAt }) => endsAt > now);
}

/** Writes that store a session. All sessions are removed together, when the newest one is over. */
export function sessionWrites({ tokenHash, ...session }: StaffSession): Write[] {
  return [
    ['HSET', staffSessionsKey(), tokenHash, writeDocument('staff session', session)],
    ['PEXPIRE', staffSessionsKey(), desk.sessionMs],
  ];
}

/** Writes that end sessions. */
export function sessionEndWrites(tokenHashes: readonly string[]): Write[] {
  return tokenHashes.length === 0 ? [] : [['HDEL', staffSessionsKey(), ...tokenHashes]];
}

function sessionOf(tokenHash: string, text: string): StaffSession {
  return { ...readDocument<Omit<StaffSession, 'tokenHash'>>('staff session', text), tokenHash };
}

/** Stores the hash of an emailed sign-in link. */
export async function storeStaffLink(hash: string, email: string): Promise<void> {
  await redis().set(staffLinkKey(hash), email, { px: desk.signInMs });
}

/** The email that a link signs in; null if it was used or has expired. */
export async function readStaffLink(hash: string): Promise<string | null> {
  return redis().get<string>(staffLinkKey(hash));
}

/** An authenticator asks for a finger and a code, so staff get some minutes. */
const CHALLENGE_MS = 5 * MINUTE_MS;

/** Stores what a passkey challenge is for. */
export async function storeChallenge(challenge: string, purpose: string): Promise<void> {
  await redis().set(passkeyChallengeKey(challenge), purpose, { px: CHALLENGE_MS });
}

/** What a challenge is for; null if it was answered or has expired. */
export async function readChallenge(challenge: string): Promise<string | null> {
  return redis().get<string>(passkeyChallengeKey(challenge));
}
