import { randomUUID } from 'node:crypto';
import { chunksOf } from '../../src/domain/chunks.ts';
import type { Consent, Profile } from '../../src/domain/user.ts';
import { type Change, commit, nothingElse, type Write } from './transaction.ts';
import {
  read,
  readLimited,
  type Session,
  SessionEnded,
  type Shopper,
  type Window,
} from './session-and-limits.ts';
import {
  confirmKey,
  loginKey,
  lastActiveKey,
  type LoginOrigin,
  loginOriginFields,
  sessionsKey,
  userKey,
} from './keys.ts';
import { redis, run } from './redis.ts';
import { register } from './accounts.lua.ts';
import { readDocument, writeDocument } from './document-versions.ts';

/** An account. Its password hash is stored with its login, so that reading a profile never reads the hash. */
export interface User extends Profile {
  id: string;
  /** Milliseconds since 1970, like all times here. */
  createdAt: number;
  updatedAt: number;
  termsAcceptedAt: number;
  /** The accepted terms, oldest first, one entry per version. Empty for older accounts until their next log-in. */
  consents: readonly Consent[];
  /** False for an account that only Google opens. */
  hasPassword: boolean;
  /** Google's id of the Google account that opens this one; null if none does. */
  googleSubject: string | null;
  /** When the shopper proved that the email is theirs; null if they have not. */
  emailConfirmedAt: number | null;
  /** A new email that waits for its confirmation, and until when. */
  pending: { email: string; until: number } | null;
}

/** The fields that every account has; the others are optional. */
export type NewUser = Pick<User, 'id' | 'name' | 'email' | 'createdAt' | 'updatedAt' | 'termsAcceptedAt'> &
  Partial<User>;

/** An account and the text that it was read from. A change applies only if that text is still stored. */
export interface StoredUser {
  user: User;
  text: string;
}

/**
 * Whether the shopper has proved that the email is theirs, by an emailed link or by Google. Everything that belongs to
 * the mailbox (subscriptions) waits for that, because anybody can sign up with anybody's email.
 */
export function isEmailConfirmed({ emailConfirmedAt, googleSubject }: User): boolean {
  return emailConfirmedAt !== null || googleSubject !== null;
}

/** The login of an email. */
export interface Login {
  userId: string;
  /** PHC string; null if the account has no password. */
  passwordHash: string | null;
}

/**
 * Reads the login of an email and counts against the call's limits, in one round trip.
 * @throws TooMany
 */
export async function findLogin(windows: readonly Window[], email: string): Promise<Login | null> {
  const [values] = await readLimited(windows, (pipeline) =>
    pipeline.hmget(loginKey(email), 'userId', 'passwordHash'),
  );
  return loginOf(values);
}

/** Further data that a sign-up stores with its account. */
interface SignUp {
  /** The link that confirms the email, as `storage/mailed-links` writes it. */
  link: { text: string; lifetimeMs: number } | null;
  origin: LoginOrigin | null;
}

/**
 * Creates the account and opens its first session.
 * @returns false if the email has an account already
 */
export async function createUser(
  user: NewUser,
  passwordHash: string,
  { tokenHash }: Session,
  { link, origin }: SignUp = { link: null, origin: null },
): Promise<boolean> {
  const [created] = await run(
    register,
    [loginKey(user.email), userKey(user.id), sessionsKey(user.id), lastActiveKey(), confirmKey(user.id)],
    [
      user.id,
      passwordHash,
      writeDocument('account', user),
      tokenHash,
      link?.text ?? '',
      link?.lifetimeMs ?? 0,
      ...(origin ? loginOriginFields(origin) : []),
    ],
  );
  return created === 1;
}

/** The shopper's own account. @throws SessionEnded, also while the account is being deleted; TooMany */
export async function readOwnUser(shopper: Shopper): Promise<StoredUser> {
  const [text] = await read(shopper, (pipeline) => pipeline.get(userKey(shopper.session.userId)));
  return openAccount(text);
}

/** The same and the login of an email, in one round trip. @throws as above */
export async function readOwnUserAndLogin(
  shopper: Shopper,
  email: string,
): Promise<{ found: StoredUser; login: Login | null }> {
  const [text, values] = await read(shopper, (pipeline) =>
    pipeline.get(userKey(shopper.session.userId)).hmget(loginKey(email), 'userId', 'passwordHash'),
  );
  return { found: openAccount(text), login: loginOf(values) };
}

function openAccount(text: unknown): StoredUser {
  const found = storedUser(text);
  if (!found) throw new SessionEnded();
  return found;
}

export async function readUser(userId: string): Promise<StoredUser | null> {
  return storedUser(await redis().get<string>(userKey(userId)));
}

/** The account that logs in with this email; null if there is none. */
export async function readUserByEmail(email: string): Promise<StoredUser | null> {
  const login = await findLogin([], email);
  return login && readUser(login.userId);
}

const AT_ONCE = 200;

/** Accounts by id; deleted ones are left out. */
export async function readUsers(userIds: readonly string[]): Promise<Map<string, User>> {
  const users = new Map<string, User>();
  for (const part of chunksOf(userIds, AT_ONCE)) {
    for (const text of await redis().mget<(string | null)[]>(...part.map(userKey))) {
      const found = storedUser(text);
      if (found) users.set(found.user.id, found.user);
    }
  }
  return users;
}

/**
 * Writes an account and further data, unless the account has changed since it was read.
 * @param shopper whose session must be valid; null for changes by the shop itself
 * @param writes as in `commit`
 * @param expect further expectations
 * @throws SessionEnded, TooMany
 */
export async function changeUser(
  shopper: Shopper | null,
  before: StoredUser,
  after: User,
  writes: Write[],
  expect: Change['expect'] = [],
): Promise<'done' | 'stale'> {
  const key = userKey(after.id);
  const done = await commit(shopper, {
    ...nothingElse,
    expect: [{ key, text: before.text }, ...expect],
    writes: [['SET', key, writeDocument('account', after)], ...writes],
  });
  return done.outcome === 'done' ? 'done' : 'stale';
}

/** Adds a random value, so that two changes with the same result still have different texts. */
export function textOf(user: User): string {
  return writeDocument('account', { ...user, revision: randomUUID() });
}

/** @param text the value at a user's key; older accounts lack fields that were added later */
export function storedUser(text: unknown): StoredUser | null {
  if (typeof text !== 'string') return null;
  const { revision: _, ...kept } = readDocument<NewUser & { revision?: string }>('account', text);
  return { user: { ...sinceAdded, ...kept }, text };
}

const sinceAdded = {
  phone: '',
  address: '',
  city: '',
  state: '',
  zipcode: '',
  country: '',
  dateOfBirth: '',
  gender: '',
  consents: [],
  hasPassword: true,
  googleSubject: null,
  emailConfirmedAt: null,
  pending: null,
} as const satisfies Omit<User, 'id' | 'name' | 'email' | 'createdAt' | 'updatedAt' | 'termsAcceptedAt'>;

/** Writes that give an email another login, without known networks and devices. */
export function loginWrites(email: string, { userId, passwordHash }: Login): Write[] {
  return [
    ['DEL', loginKey(email)],
    ['HSET', loginKey(email), 'userId', userId, 'passwordHash', passwordHash ?? ''],
  ];
}

/** @param values user id and password hash, as Redis returns them */
export function loginOf(values: unknown): Login | null {
  const [userId, passwordHash] = values as (string | null)[];
  return userId ? { userId, passwordHash: passwordHash || null } : null;
}
