import { argon2Sync } from 'node:crypto';
import { expect, test } from 'vitest';
import { hashPassword, verifyPassword } from '../../netlify/identity/passwords.ts';

test('a hash is a PHC string with the cost that OWASP recommends', async () => {
  expect(await hashPassword('warp and weft')).toMatch(
    /^\$argon2id\$v=19\$m=19456,t=2,p=1\$[A-Za-z0-9+/]{22}\$[A-Za-z0-9+/]{43}$/,
  );
});

test('one password has a new hash every time', async () => {
  expect(await hashPassword('warp and weft')).not.toBe(await hashPassword('warp and weft'));
});

test('the correct password matches and needs no new hash', async () => {
  expect(await verifyPassword('warp and weft', await hashPassword('warp and weft'))).toEqual({
    right: true,
    outdated: false,
  });
});

test('one character in two encodings is one character', async () => {
  expect((await verifyPassword('cafe\u0301-क़लम', await hashPassword('caf\u00e9-क\u093cलम'))).right).toBe(
    true,
  );
});

test('a hash with another cost is verified at its own cost and reported as outdated', async () => {
  const salt = Buffer.from('sixteen bytes ok');
  const tag = argon2Sync('argon2id', {
    message: 'old',
    nonce: salt,
    memory: 8_192,
    passes: 1,
    parallelism: 1,
    tagLength: 32,
  });
  const text = (bytes: Buffer) => bytes.toString('base64').replace(/=+$/, '');
  const stored = `$argon2id$v=19$m=8192,t=1,p=1$${text(salt)}$${text(tag)}`;
  expect(await verifyPassword('old', stored)).toEqual({ right: true, outdated: true });
  expect((await verifyPassword('new', stored)).right).toBe(false);
});

test('without a stored hash no password matches, not even an empty one', async () => {
  expect((await verifyPassword('', null)).right).toBe(false);
  expect((await verifyPassword('anything', null)).right).toBe(false);
});

test('a stored text that is no hash is an error, never a match', async () => {
  await expect(verifyPassword('anything', 'plain')).rejects.toThrow('not of this shop');
});
