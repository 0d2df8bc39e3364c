import { argon2Sync, randomUUID } from 'node:crypto';
import { expect, test } from 'vitest';
import { readToken } from '../../netlify/identity/tokens.ts';
import { loginKey, userKey } from '../../netlify/storage/keys.ts';
import { authMessages } from '../../src/contract/messages/account.ts';
import { fieldMessages } from '../../src/contract/messages/address.ts';
import { connect } from '../support/redis.ts';
import { call } from '../support/shop-calls.ts';

const redis = connect({ automaticDeserialization: false });
const password = 'warp and weft';
const newEmail = () => `asha-${randomUUID()}@example.com`;
const register = (email: string, name = 'आशा Rao') =>
  call('user.register', { body: { name, email, password } });
const logIn = (email: string, secret = password) => call('user.login', { body: { email, password: secret } });

test('a sign-up logs in at once, and its acceptance of the terms is stored', async () => {
  const email = newEmail();
  const before = Date.now();
  const { status, body } = await register(email);
  expect(status).toBe(200);
  expect(body).toEqual({
    success: true,
    token: expect.any(String) as string,
    email,
    message: authMessages.welcome(email),
  });
  expect((await call('cart.get', { token: body.token })).status).toBe(200);
  const id = readToken(body.token)?.userId ?? '';
  const user = JSON.parse((await redis.get<string>(userKey(id))) ?? '') as Record<string, unknown>;
  expect(user).toMatchObject({ id, name: 'आशा Rao', email });
  expect(user['termsAcceptedAt']).toBeGreaterThanOrEqual(before);
});

test('token and password are stored only as hashes', async () => {
  const { body } = await register(newEmail());
  const keys = await redis.keys('*');
  const values = await Promise.all(
    keys.map(async (key) => {
      const type = await redis.type(key);
      if (type === 'hash') return (await redis.hgetall(key)) as unknown;
      return type === 'string' ? redis.get(key) : null;
    }),
  );
  const everything = JSON.stringify([keys, values]);
  expect(everything).not.toContain(body.token);
  expect(everything).not.toContain(password);
});

test('an email has one account, in any spelling', async () => {
  const email = newEmail();
  await register(email);
  const { status, body } = await register(`  ${email.toUpperCase()} `);
  expect(status).toBe(409);
  expect(body).toMatchObject({ success: false, code: 'taken', message: authMessages.taken });
  expect((await logIn(` ${email.toUpperCase()}`)).body).toMatchObject({ success: true, email });
});

test('a wrong password and an unknown email get the same answer', async () => {
  const email = newEmail();
  await register(email);
  const wrong = await logIn(email, 'warp and waft');
  const unknown = await logIn(newEmail());
  expect(wrong.status).toBe(401);
  expect(wrong.body).toEqual({ success: false, code: 'unauthorised', message: authMessages.wrongPair });
  expect([unknown.status, unknown.body]).toEqual([wrong.status, wrong.body]);
});

test('a password hash with outdated cost is renewed at the next login', async () => {
  const email = newEmail();
  await register(email);
  const salt = Buffer.from('sixteen bytes ok');
  const tag = argon2Sync('argon2id', {
    message: password,
    nonce: salt,
    memory: 8_192,
    passes: 1,
    parallelism: 1,
    tagLength: 32,
  });
  const text = (bytes: Buffer) => bytes.toString('base64').replace(/=+$/, '');
  await redis.hset(loginKey(email), {
    passwordHash: `$argon2id$v=19$m=8192,t=1,p=1$${text(salt)}$${text(tag)}`,
  });
  expect((await logIn(email)).status).toBe(200);
  expect(await redis.hget(loginKey(email), 'passwordHash')).toContain('m=19456,t=2,p=1');
  expect((await logIn(email)).status).toBe(200);
});

test.each([
  [{ name: ' ', email: 'asha@example.com', password }, 'name', fieldMessages.name],
  [{ email: 'asha@example.com', password }, 'name', fieldMessages.name],
  [{ name: 'Asha', email: 'asha', password }, 'email', fieldMessages.email],
  [{ name: 'Asha', email: ['asha@example.com'], password }, 'email', fieldMessages.email],
  [{ name: 'Asha', email: 'asha@example.com', password: '1234567' }, 'password', authMessages.passwordLength],
  [
    { name: 'Asha', email: 'asha@example.com', password: 'x'.repeat(129) },
    'password',
    authMessages.passwordLength,
  ],
  [{ name: 'Asha', email: 'asha@example.com', password: null }, 'password', fieldMessages.password],
  [
    { name: 'Asha', email: 'asha@example.com', password: 'Password1' },
    'password',
    authMessages.commonPassword,
  ],
])('an incomplete sign-up gets a message for each field: %j', async (body, field, message) => {
  const answer = await call('user.register', { body });
  expect(answer.status).toBe(400);
  expect(answer.body).toMatchObject({
    success: false,
    code: 'invalid',
    message,
    fields: { [field]: message },
  });
});
