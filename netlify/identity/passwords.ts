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
 * A hash occupies a CPU core. This leaves one core for other work, and at least half of Node's thread pool for DNS
 * look-ups.
 */
const inTurn = fairQueue(Math.min(2, Math.max(1, availableParallelism() - 1)), 100);

/**
 * Returns a PHC string: `$argon2id$v=19$m=19456,t=2,p=1$salt$hash`.
 *
 * @param caller in whose queue the task waits, see fairQueue
 * @throws QueueFull
 */
export async function hashPassword(password: string, caller = ''): Promise<string> {
  const salt = randomBytes(SALT_BYTES);
  return phc(current, salt, await inTurn(caller, () => hash(password, salt, current, HASH_BYTES)));
}

export interface Verdict {
  right: boolean;
  /** The hash has another cost than the current one; replace it while the password is known. */
  outdated: boolean;
}

/** A hash that no password matches. */
const nobody = phc(current, Buffer.alloc(SALT_BYTES), Buffer.alloc(HASH_BYTES));

/**
 * Compares a password with a stored hash in constant time. Without a stored hash (no account has this email) it takes
 * as long and answers no, so that response times do not reveal which emails have accounts.
 *
 * @param caller in whose queue the task waits, see fairQueue
 * @throws QueueFull
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
  // Keyboards encode the same letter in different ways; the password must match from every device.
  return derive('argon2id', { ...cost, message: password.normalize('NFKC'), nonce: salt, tagLength });
}

function phc({ memory, passes, parallelism }: Cost, salt: Buffer, tag: Buffer): string {
  const text = (bytes: Buffer) => bytes.toString('base64').replace(/=+$/, '');
  return `$argon2id$v=19$m=${memory},t=${passes},p=${parallelism}$${text(salt)}$${text(tag)}`;
}
