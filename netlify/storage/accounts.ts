import { randomUUID } from 'node:crypto';
import type { Consent, Profile } from '../../src/domain/user.ts';
import { type Change, commit } from './commit.ts';
import { read, readLimited, type Session, type Shopper, type Window } from './guard.ts';
import { confirmKey, loginKey, networkField, lastActiveKey, sessionsKey, userKey } from './keys.ts';
import { redis, run } from './redis.ts';
import { register } from './accounts.lua.ts';
import { readDocument, writeDocument } from './document-versions.ts';

/** An account. Its password hash stands beside its e-mail in `login`, so that reading a profile never touches it. */
export interface User extends Profile {
  id: string;
  /** Milliseconds since 1970, as the other times. */
  createdAt: number;
  updatedAt: number;
  termsAcceptedAt: number;
  /** What was accepted, oldest first; one for each change of the texts. Empty until the first log-in for older accounts. */
  consents: readonly Consent[];
  /** False for an account that only Google opens. */
  hasPassword: boolean;
  /** The Google account that opens this one, by Google's own id; null for none. */
  googleSubject: string | null;
  /** When its e-mail was shown to be its shopper's; null where nobody has shown it. */
  emailConfirmedAt: number | null;
  /** An e-mail that waits, until a time, for its confirmation. */
  pending: { email: string; until: number } | null;
}

/** What every account has; the rest comes later, or never. */
export type NewUser = Pick<User, 'id' | 'name' | 'email' | 'createdAt' | 'updatedAt' | 'termsAcceptedAt'> &
  Partial<User>;

/** An account and the text that it was read from: a change counts only while that still stands. */
export interface StoredUser {
  user: User;
  text: string;
}

/**
 * Whether the account's shopper has shown that the e-mail is theirs: by a mailed link or by Google. Everything that
 * belongs to the mailbox (wishes, subscriptions) waits for that, because anybody can sign up with anybody's e-mail.
 */
export function isEmailConfirmed({ emailConfirmedAt, googleSubject }: User): boolean {
  return emailConfirmedAt !== null || googleSubject !== null;
}

/** What an e-mail opens. */
export interface Login {
  userId: string;
  /** PHC string; null for an account that has no password. */
  passwordHash: string | null;
}

/**
 * The login of an e-mail, counted against the call's limits in the same round trip.
 * @throws TooMany
 */
export async function findLogin(windows: readonly Window[], email: string): Promise<Login | null> {
  const [values] = await readLimited(windows, (pipeline) =>
    pipeline.hmget(loginKey(email), 'userId', 'passwordHash'),
  );
  return loginOf(values);
}

/** What a sign-up leaves beside its account. */
interface SignUp {
  /** The link that confirms the e-mail, as `storage/mailed-links` writes it. */
  link: { text: string; lifetimeMs: number } | null;
  network: string;
}

/**
 * Makes the account and opens its first session.
 * @returns false where the e-mail has an account already.
 */
export async function createUser(
  user: NewUser,
  passwordHash: string,
  { tokenHash }: Session,
  { link, network }: SignUp = { link: null, network: '' },
): Promise<boolean> {
  const [created] = await run(
    register,
    [...[loginKey(user.email), userKey(user.id), sessionsKey(user.id), lastActiveKey(), confirmKey(user.id)]],
    [
      ...[user.id, passwordHash, writeDocument('account', user), tokenHash],
      ...[link?.text ?? '', link?.lifetimeMs ?? 0, networkField(network)],
    ],
  );
  return created === 1;
}

/** The shopper's own account; null where it is being deleted. @throws SessionEnded, TooMany */
export async function readOwnUser(shopper: Shopper): Promise<StoredUser | null> {
  const [text] = await read(shopper, (pipeline) => pipeline.get(userKey(shopper.session.userId)));
  return storedUser(text);
}

/** The shopper's own account, and what an e-mail opens, in one round trip. @throws SessionEnded, TooMany */
export async function readOwnUserAndLogin(
  shopper: Shopper,
  email: string,
): Promise<{ found: StoredUser | null; login: Login | null }> {
  const [text, values] = await read(shopper, (pipeline) =>
    pipeline.get(userKey(shopper.session.userId)).hmget(loginKey(email), 'userId', 'passwordHash'),
  );
  return { found: storedUser(text), login: loginOf(values) };
}

export async function readUser(userId: string): Promise<StoredUser | null> {
  return storedUser(await redis().get<string>(userKey(userId)));
}

const AT_ONCE = 200;

/** These accounts by their ids; one that is gone is left out. */
export async function readUsers(userIds: readonly string[]): Promise<Map<string, User>> {
  const users = new Map<string, User>();
  for (let from = 0; from < userIds.length; from += AT_ONCE) {
    const keys = userIds.slice(from, from + AT_ONCE).map(userKey);
    for (const text of await redis().mget<(string | null)[]>(...keys)) {
      const found = storedUser(text);
      if (found) users.set(found.user.id, found.user);
    }
  }
  return users;
}

/**
 * Writes an account, with what goes with it, unless it has changed since it was read.
 * @param shopper in whose name; null in the shop's own
 * @param writes as in `commit`
 * @param expect what else must stand
 * @throws SessionEnded, TooMany
 */
export async function changeUser(
  shopper: Shopper | null,
  before: StoredUser,
  after: User,
  writes: Change['writes'],
  expect: Change['expect'] = [],
): Promise<'done' | 'stale'> {
  const key = userKey(after.id);
  const done = await commit(shopper, {
    expect: [{ key, text: before.text }, ...expect],
    ...{ pieces: [], lower: [], forget: [] },
    writes: [['SET', key, writeDocument('account', after)], ...writes],
  });
  return done.outcome === 'done' ? 'done' : 'stale';
}

/** Two changes that come out the same are still two: each text is one change's own. */
export function textOf(user: User): string {
  return writeDocument('account', { ...user, revision: randomUUID() });
}

/** @param text what stands at a user's key; accounts of older days lack what was added since */
export function storedUser(text: unknown): StoredUser | null {
  if (typeof text !== 'string') return null;
  const { revision: _, ...kept } = readDocument<NewUser & { revision?: string }>('account', text);
  return { user: { ...sinceAdded, ...kept }, text };
}

const sinceAdded = {
  ...{ phone: '', address: '', city: '', state: '', zipcode: '', country: '', dateOfBirth: '' },
  gender: '',
  consents: [],
  hasPassword: true,
  googleSubject: null,
  emailConfirmedAt: null,
  pending: null,
} as const satisfies Omit<User, 'id' | 'name' | 'email' | 'createdAt' | 'updatedAt' | 'termsAcceptedAt'>;

/** Gives an e-mail another login, which knows no network yet. */
export function loginWrites(email: string, { userId, passwordHash }: Login): Change['writes'] {
  return [
    ['DEL', loginKey(email)],
    ['HSET', loginKey(email), 'userId', userId, 'passwordHash', passwordHash ?? ''],
  ];
}

/** @param values an account's id and password hash, as Redis has them */
export function loginOf(values: unknown): Login | null {
  const [userId, passwordHash] = values as (string | null)[];
  return userId ? { userId, passwordHash: passwordHash || null } : null;
}
