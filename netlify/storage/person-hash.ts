import { createHash, createHmac } from 'node:crypto';
import process from 'node:process';
import { Unreachable } from './unreachable.ts';

/**
 * E-mails and network addresses are personal data, and key names turn up in tools and logs, so names carry a hash. Without
 * a key anybody could hash the addresses of all people and compare, so the hash is an HMAC under PERSON_HASH_KEY.
 *
 * The setting may hold several keys, the oldest first: each is applied to what the former made of it. A key that became
 * known is followed by a new one, and every stored hash can be carried over without knowing what it was made of
 * (storage/person-hash-move). Hashes of older days, from before there were keys, are carried over in the same way.
 *
 * `2.` and 43 characters: how many keys were applied, and the hash.
 */

const SHORTEST_KEY = 32;

/** Stands behind the marks of the keys when hashes were carried over a second time. */
export const REPEATED = 'repeated';

/** @throws Unreachable where the setting is missing or no secret */
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

/** The hash as it is under the keys of today; null where it is that already, or no hash at all. @throws Unreachable */
export function carriedOver(hash: string): string | null {
  const [, count = '0', plain] = /^(?:(\d{1,3})\.)?([\w-]{43})$/.exec(hash) ?? [];
  const all = keys();
  return plain === undefined || Number(count) >= all.length ? null : named(all, plain, Number(count));
}

function named(all: readonly string[], hash: string, from: number): string {
  const whole = all
    .slice(from)
    .reduce((now, key) => createHmac('sha256', key).update(now).digest('base64url'), hash);
  return `${all.length}.${whole}`;
}

/** What the keys are told by, without saying what they are. @param setting instead of PERSON_HASH_KEY @throws Unreachable */
export function keyMarks(setting?: string): string[] {
  return keys(setting).map((key) =>
    createHmac('sha256', key).update('mark').digest('base64url').slice(0, 16),
  );
}

/** What nobody can say of a text who does not have the newest key. @throws Unreachable */
export function sealOf(text: string): string {
  return createHmac('sha256', keys().at(-1) ?? '')
    .update(`seal ${text}`)
    .digest('base64url');
}
