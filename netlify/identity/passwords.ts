import { argon2, randomBytes, timingSafeEqual } from 'node:crypto';
import { availableParallelism } from 'node:os';
import { promisify } from 'node:util';
import { fairQueue } from './fair-queue.ts';

/** OWASP's current minimum for Argon2id: 19 MiB, two passes, one lane. */
const current = { memory: 19_456, passes: 2, parallelism: 1 } as const;
const SALT_BYTES = 16;
const HASH_BYTES = 32;

type Cost = Record<keyof typeof current, number>;

const derive = promisify(argon2);

/**
 * A hash keeps a processor busy: one is left for everything else, and at least half of Node's thread pool for looking up
 * names.
 */
const inTurn = fairQueue(Math.min(2, Math.max(1, availableParallelism() - 1)), 100);

/**
 * A PHC string: `$argon2id$v=19$m=19456,t=2,p=1$salt$hash`.
 *
 * @param caller whose turn it is, see takingTurns
 * @throws Crowded
 */
export async function hashPassword(password: string, caller = ''): Promise<string> {
  const salt = randomBytes(SALT_BYTES);
  return phc(current, salt, await inTurn(caller, () => hash(password, salt, current, HASH_BYTES)));
}

export interface Verdict {
  right: boolean;
  /** The hash was made at another cost and should be made anew while the password is at hand. */
  outdated: boolean;
}

/** Of nobody's password. */
const nobody = phc(current, Buffer.alloc(SALT_BYTES), Buffer.alloc(HASH_BYTES));

/**
 * Compares a password with a stored hash in constant time. Without a hash (nobody has this e-mail) it works as long and
 * says no, so that the time of an answer does not tell which e-mails have accounts.
 *
 * @param caller whose turn it is, see takingTurns
 * @throws Crowded
 */
export async function verifyPassword(password: string, stored: string | null, caller = ''): Promise<Verdict> {
  const parts = /^\$argon2id\$v=19\$m=(\d+),t=(\d+),p=(\d+)\$([A-Za-z0-9+/]+)\$([A-Za-z0-9+/]+)$/.exec(
    stored ?? nobody,
  );
  if (!parts) throw new Error('A stored password hash is not of this shop');
  const cost = { memory: Number(parts[1]), passes: Number(parts[2]), parallelism: Number(parts[3]) };
  const expected = Buffer.from(parts[5] ?? '', 'base64');
  const salt = Buffer.from(parts[4] ?? '', 'base64');
  const actual = await inTurn(caller, () => hash(password, salt, cost, expected.length));
  return {
    right: timingSafeEqual(actual, expected) && stored !== null,
    outdated: (Object.keys(current) as (keyof Cost)[]).some((name) => cost[name] !== current[name]),
  };
}

function hash(password: string, salt: Buffer, cost: Cost, tagLength: number): Promise<Buffer> {
  // Keyboards write one letter in several ways; the same password must fit from every phone.
  return derive('argon2id', { ...cost, message: password.normalize('NFKC'), nonce: salt, tagLength });
}

function phc({ memory, passes, parallelism }: Cost, salt: Buffer, tag: Buffer): string {
  const text = (bytes: Buffer) => bytes.toString('base64').replace(/=+$/, '');
  return `$argon2id$v=19$m=${memory},t=${passes},p=${parallelism}$${text(salt)}$${text(tag)}`;
}
