import { write, type Session, type Shopper, type Window } from './guard.ts';
import { loginKey, seenKey, sessionsKey, userKey } from './keys.ts';
import { run } from './redis.ts';
import { closeSession, openSession as openSessionScript } from './scripts/account.ts';
import { storedUser, type StoredUser } from './users.ts';

/**
 * Opens a session after its password was verified, keeps a renewed password hash, and forgets the given counters.
 * @param password `verified` is the hash that was verified against, `renewed` the one to keep from now on
 * @returns the account, or null where the password was changed or the account deleted in the meantime.
 */
export async function openSession(
  email: string,
  { userId, tokenHash }: Session,
  password: { verified: string; renewed: string },
  forgotten: readonly Window[],
): Promise<StoredUser | null> {
  const [text] = await run(
    openSessionScript,
    [loginKey(email), sessionsKey(userId), seenKey(), userKey(userId), ...forgotten.map(({ key }) => key)],
    [userId, password.verified, password.renewed, tokenHash],
  );
  return storedUser(text);
}

/** Ends the session of this call; others of the same account stay. @throws SessionEnded, TooMany */
export async function endSession(shopper: Shopper): Promise<void> {
  await write(shopper, closeSession, [], []);
}
