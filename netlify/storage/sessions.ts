import { tryGuess, write, type Session, type Shopper, type Window } from './guard.ts';
import { loginKey, networkField, lastActiveKey, sessionsKey, userKey } from './keys.ts';
import { run } from './redis.ts';
import { closeSession, guess, openSession as openSessionScript } from './accounts.lua.ts';
import { type Login, loginOf, storedUser, type StoredUser } from './accounts.ts';

/**
 * Reads the login of an email and counts one password attempt from this network, in one round trip.
 * @returns `isKnown` if this password has opened the account from this network before
 * @throws TooMany
 */
export async function guessLogin(
  windows: readonly Window[],
  email: string,
  network: string,
): Promise<{ login: Login | null; isKnown: boolean }> {
  const keys = [loginKey(email)];
  const [userId, passwordHash, isKnown] = await tryGuess(windows, guess, keys, [networkField(network)]);
  return { login: loginOf([userId, passwordHash]), isKnown: isKnown === 1 };
}

/**
 * Opens a session after its password was verified. It also stores a renewed password hash, resets or lowers the
 * counters of attempts, and makes the network known.
 * @param password `verified` is the hash that was verified, `renewed` the one to store from now on
 * @returns the account; null if the password was changed or the account deleted meanwhile
 */
export async function openSession(
  email: string,
  { userId, tokenHash }: Session,
  password: { verified: string; renewed: string },
  { network, windows }: { network: string; windows: readonly Window[] },
): Promise<StoredUser | null> {
  const emptied = windows.filter(({ forgiven }) => forgiven === true);
  const lowered = windows.filter(({ forgiven }) => forgiven === 'lowered');
  const [text] = await run(
    openSessionScript,
    [
      ...[loginKey(email), sessionsKey(userId), lastActiveKey(), userKey(userId)],
      ...[...emptied, ...lowered].map(({ key }) => key),
    ],
    [...[userId, password.verified, password.renewed, tokenHash], ...[networkField(network), emptied.length]],
  );
  return storedUser(text);
}

/** Ends the session of this call; other sessions of the account stay. @throws SessionEnded, TooMany */
export async function endSession(shopper: Shopper): Promise<void> {
  await write(shopper, closeSession, [], []);
}
