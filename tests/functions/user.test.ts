import { argon2Sync } from 'node:crypto';
import { expect, test } from 'vitest';
import { readToken } from '../../netlify/identity/tokens.ts';
import { loginKey, userKey } from '../../netlify/storage/keys.ts';
import { authMessages } from '../../src/contract/messages/account.ts';
import { fieldMessages } from '../../src/contract/messages/address.ts';
import { connect, storedText } from '../support/redis.ts';
import { expectRefused } from '../support/refusals.ts';
import { call, newEmail } from '../support/shop-calls.ts';

const redis = connect({ automaticDeserialization: false });
const password = 'warp and weft';
const register = (email: string, name = 'आशा Rao') =>
  call('user.register', { body: { name, email, password } });
const logIn = (email: string, secret = password) => call('user.login', { body: { email, password: secret } });

test('a sign-up logs in at once, and its acceptance of the terms is stored', async () => {
  const email = newEmail();
  const before = Date.now();
  const { status, body } = await register(email);
  const [token, message] = [expect.any(String) as string, authMessages.welcome(email)];
  expect([status, body]).toEqual([200, { success: true, token, email, message }]);
  expect((await call('cart.get', { token: body.token })).status).toBe(200);
  const id = readToken(body.token)?.userId ?? '';
  const user = JSON.parse((await redis.get<string>(userKey(id))) ?? '') as Record<string, unknown>;
  expect(user).toMatchObject({ id, name: 'आशा Rao', email });
  expect(user['termsAcceptedAt']).toBeGreaterThanOrEqual(before);
});

test('token and password are stored only as hashes', async () => {
  const { body } = await register(newEmail());
  const everything = await storedText();
  expect(everything).not.toContain(body.token);
  expect(everything).not.toContain(password);
});

test('an email has one account, in any spelling', async () => {
  const email = newEmail();
  await register(email);
  const { status, body } = await register(`  ${email.toUpperCase()} `);
  expect([status, body.code, body.message]).toEqual([409, 'taken', authMessages.taken]);
  expect((await logIn(` ${email.toUpperCase()}`)).body).toMatchObject({ success: true, email });
});

test('a wrong password and an unknown email get the same answer', async () => {
  const email = newEmail();
  await register(email);
  for (const answer of [await logIn(email, 'warp and waft'), await logIn(newEmail())])
    expectRefused(answer, 401, 'unauthorised', authMessages.wrongPair);
});

test('a password hash with outdated cost is renewed at the next login', async () => {
  const email = newEmail();
  await register(email);
  const salt = Buffer.from('sixteen bytes ok');
  const cost = { memory: 8_192, passes: 1, parallelism: 1, tagLength: 32 };
  const tag = argon2Sync('argon2id', { message: password, nonce: salt, ...cost });
  const text = (bytes: Buffer) => bytes.toString('base64').replace(/=+$/, '');
  const passwordHash = `$argon2id$v=19$m=8192,t=1,p=1$${text(salt)}$${text(tag)}`;
  await redis.hset(loginKey(email), { passwordHash });
  expect((await logIn(email)).status).toBe(200);
  expect(await redis.hget(loginKey(email), 'passwordHash')).toContain('m=19456,t=2,p=1');
  expect((await logIn(email)).status).toBe(200);
});

test.each([
  ['name', ' ', fieldMessages.name],
  ['name', undefined, fieldMessages.name],
  ['email', 'asha', fieldMessages.email],
  ['email', ['asha@example.com'], fieldMessages.email],
  ['password', '1234567', authMessages.passwordLength],
  ['password', 'x'.repeat(129), authMessages.passwordLength],
  ['password', null, fieldMessages.password],
  ['password', 'Password1', authMessages.commonPassword],
])('an incomplete sign-up gets a message for the field %s: %j', async (field, value, message) => {
  const right = { name: 'Asha', email: 'asha@example.com', password };
  const { status, body } = await call('user.register', { body: { ...right, [field]: value } });
  expect([status, body.code, body.message]).toEqual([400, 'invalid', message]);
  expect(body.fields).toMatchObject({ [field]: message });
});
