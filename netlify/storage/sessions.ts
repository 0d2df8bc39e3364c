import { tryGuess, write, type Session, type Shopper, type Window } from './session-and-limits.ts';
import {
  loginKey,
  lastActiveKey,
  type LoginOrigin,
  loginOriginFields,
  sessionsKey,
  userKey,
} from './keys.ts';
import { run } from './redis.ts';
import { closeSession, guess, openSession as openSessionScript } from './accounts.lua.ts';
import { type Login, loginOf, storedUser, type StoredUser } from './accounts.ts';

/**
 * Reads the login of an email and counts one password attempt from this origin, in one round trip.
 * @returns `known` by which this password has opened the account before: 'device', 'network', or null for neither
 * @throws TooMany
 */
export async function guessLogin(
  windows: readonly Window[],
  email: string,
  origin: LoginOrigin,
): Promise<{ login: Login | null; known: KnownBy }> {
  const [userId, passwordHash, known] = await tryGuess(
    windows,
    guess,
    [loginKey(email)],
    loginOriginFields(origin),
  );
  return { login: loginOf([userId, passwordHash]), known: (known || null) as KnownBy };
}

export type KnownBy = 'device' | 'network' | null;

/** The windows that counted a right password; `guess` in accounts.lua.ts says the same. */
const countedBy = (known: KnownBy) => ({
  strangers: known === null,
  'new-devices': known !== 'device',
  'known-devices': known === 'device',
  nobody: false,
});

/**
 * Opens a session after its password was verified. It also stores a renewed password hash, resets or lowers the
 * counters of attempts, and makes network and device known.
 * @param password `verified` is the hash that was verified, `renewed` the one to store from now on
 * @returns the account; null if the password was changed or the account deleted meanwhile
 */
export async function openSession(
  email: string,
  { userId, tokenHash }: Session,
  password: { verified: string; renewed: string },
  { origin, known, windows }: { origin: LoginOrigin; known: KnownBy; windows: readonly Window[] },
): Promise<StoredUser | null> {
  const counted = windows.filter(({ counts }) => !counts || countedBy(known)[counts]);
  const emptied = counted.filter(({ forgiven }) => forgiven === true);
  const lowered = counted.filter(({ forgiven }) => forgiven === 'lowered');
  const [text] = await run(
    openSessionScript,
    [
      loginKey(email),
      sessionsKey(userId),
      lastActiveKey(),
      userKey(userId),
      ...[...emptied, ...lowered].map(({ key }) => key),
    ],
    [userId, password.verified, password.renewed, tokenHash, ...loginOriginFields(origin), emptied.length],
  );
  return storedUser(text);
}

/** Ends the session of this call; other sessions of the account stay. @throws SessionEnded, TooMany */
export async function endSession(shopper: Shopper): Promise<void> {
  await write(shopper, closeSession, [], []);
}
