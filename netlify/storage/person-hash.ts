import { createHash, createHmac } from 'node:crypto';
import process from 'node:process';
import { Unreachable } from './unreachable.ts';

/**
 * Emails and network addresses are personal data, and key names appear in tools and logs, so names contain a hash
 * instead. Without a key anybody could hash all addresses and compare, so the hash is an HMAC with PERSON_HASH_KEY.
 *
 * The setting may hold several keys, the oldest first: each is applied to the result of the one before. If a key leaks,
 * add a new one after it: every stored hash can then be moved without its plain text (storage/person-hash-migration).
 * Hashes from before there were keys are moved in the same way.
 *
 * The format is, for example, `2.` and 43 characters: the number of applied keys, and the hash.
 */

const SHORTEST_KEY = 32;

/** Follows the marks of the keys after the hashes were moved a second time. */
export const REPEATED = 'repeated';

/** @throws Unreachable if the setting is missing or too short */
function keys(setting = process.env['PERSON_HASH_KEY'] ?? ''): string[] {
  const all = setting.split(/\s+/).filter((key) => key !== '');
  if (all.length === 0) {
    throw new Unreachable(
      'Set PERSON_HASH_KEY to the secret of this shop, such as "openssl rand -hex 32" makes',
    );
  }
  if (all.some((key) => key.length < SHORTEST_KEY)) {
    throw new Unreachable(`PERSON_HASH_KEY must be random and of ${SHORTEST_KEY} characters or more`);
  }
  return all;
}

/** @throws Unreachable as above */
export function personHash(text: string): string {
  const all = keys();
  return named(all, createHash('sha256').update(text).digest('base64url'), 0);
}

/** The hash under the current keys; null if it is current already or is no hash. @throws Unreachable */
export function migratedHash(hash: string): string | null {
  const [, count = '0', plain] = /^(?:(\d{1,3})\.)?([\w-]{43})$/.exec(hash) ?? [];
  const all = keys();
  return plain === undefined || Number(count) >= all.length ? null : named(all, plain, Number(count));
}

/** The same hash under the current keys; other texts stay as they are. @throws Unreachable */
export function currentHash(hash: string): string {
  return migratedHash(hash) ?? hash;
}

function named(all: readonly string[], hash: string, from: number): string {
  const whole = all
    .slice(from)
    .reduce((now, key) => createHmac('sha256', key).update(now).digest('base64url'), hash);
  return `${all.length}.${whole}`;
}

/**
 * Marks that identify the keys without revealing them. @param setting instead of PERSON_HASH_KEY @throws Unreachable
 */
export function keyMarks(setting?: string): string[] {
  return keys(setting).map((key) =>
    createHmac('sha256', key).update('mark').digest('base64url').slice(0, 16),
  );
}

/** A signature of a text with the newest key. @throws Unreachable */
export function keyFingerprint(text: string): string {
  return createHmac('sha256', keys().at(-1) ?? '')
    .update(`seal ${text}`)
    .digest('base64url');
}
