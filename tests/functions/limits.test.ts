import { randomUUID } from 'node:crypto';
import { beforeEach, expect, test } from 'vitest';
import { tell } from '../../netlify/http/errors.ts';
import { networkOf, windowsFor } from '../../netlify/http/limits.ts';
import { Crowded } from '../../netlify/identity/turns.ts';
import { requestMessages } from '../../src/contract/messages/request.ts';
import { connect, flush } from '../support/redis.ts';
import {
  call,
  hoodie,
  newKey,
  newShopper,
  orderBody,
  ownAddress,
  type Answer,
} from '../support/shop-calls.ts';

beforeEach(flush);

const password = 'warp and weft';
const newEmail = () => `${randomUUID()}@example.com`;
const logIn = (email: string, secret: string, ip: string) =>
  call('user.login', { body: { email, password: secret }, ip });

function expectTooMany({
  status,
  headers,
  body,
}: Answer<'user.login' | 'order.place' | 'cart.add' | 'user.register'>) {
  expect(status).toBe(429);
  expect(body).toEqual({ success: false, code: 'too-many', message: requestMessages.tooMany });
  expect(Number(headers.get('retry-after'))).toBeGreaterThan(0);
  expect(Number(headers.get('retry-after'))).toBeLessThanOrEqual(3_600);
}

test('ten wrong passwords for one e-mail close it, from any address', async () => {
  const email = newEmail();
  for (let tries = 0; tries < 10; tries += 1) {
    expect((await logIn(email, `wrong ${tries}`, `198.51.100.${tries}`)).status).toBe(401);
  }
  expectTooMany(await logIn(email, 'wrong again', '198.51.100.99'));
});

test('guesses in parallel get no more tries', async () => {
  const email = newEmail();
  const all = await Promise.all(
    Array.from({ length: 15 }, (_, at) => logIn(email, `wrong ${at}`, '198.51.100.1')),
  );
  expect(all.filter(({ status }) => status === 401)).toHaveLength(10);
  expect(all.filter(({ status }) => status === 429)).toHaveLength(5);
});

test('a right password forgives the wrong ones before it', async () => {
  const email = newEmail();
  await call('user.register', { body: { name: 'Asha', email, password } });
  for (let round = 0; round < 2; round += 1) {
    for (let tries = 0; tries < 9; tries += 1) await logIn(email, 'wrong wrong', '198.51.100.1');
    expect((await logIn(email, password, '198.51.100.1')).status).toBe(200);
  }
});

test('one closed e-mail does not close the others behind its address', async () => {
  const email = newEmail();
  for (let tries = 0; tries < 10; tries += 1) await logIn(email, 'wrong', '198.51.100.1');
  expectTooMany(await logIn(email, 'wrong', '198.51.100.1'));
  const others = await Promise.all(
    Array.from({ length: 30 }, () => logIn(newEmail(), 'wrong', '198.51.100.1')),
  );
  expect(new Set(others.map(({ status }) => status))).toEqual(new Set([401]));
});

test('an address has room for hundreds of shoppers, and then an end', async () => {
  const redis = connect();
  const address = windowsFor('user.login', { address: '198.51.100.7' })[0];
  expect(address?.limit).toBeGreaterThanOrEqual(300);
  await redis.set(address?.key ?? '', address?.limit ?? 0, { px: 60_000 });
  expectTooMany(await logIn(newEmail(), 'wrong', '198.51.100.7'));
  expect((await logIn(newEmail(), 'wrong', '198.51.100.8')).status).toBe(401);
});

test('sign-ups count by e-mail and by address', async () => {
  const email = newEmail();
  const body = { name: 'Asha', email, password };
  const all: Answer<'user.register'>[] = [];
  for (let tries = 0; tries < 11; tries += 1)
    all.push(await call('user.register', { body, ip: `198.51.100.${tries}` }));
  expect(all.map(({ status }) => status)).toEqual([200, ...new Array<number>(9).fill(409), 429]);
  for (const refused of all.slice(10)) expectTooMany(refused);
});

test('an account orders ten times in ten minutes, another account is free', async () => {
  const [asha, ravi] = [await newShopper(), await newShopper()];
  const order = (token: string) =>
    call('order.place', { token, key: newKey(), body: orderBody([hoodie, 'M', 1]) });
  // Orders that the limits of cash on delivery refuse count as well.
  const statuses: number[] = [];
  for (let tries = 0; tries < 10; tries += 1) statuses.push((await order(asha.token)).status);
  expect(statuses).toEqual([200, 200, ...new Array<number>(8).fill(409)]);
  expectTooMany(await order(asha.token));
  const body = { ...orderBody([hoodie, 'M', 1]), address: ownAddress() };
  expect((await call('order.place', { token: ravi.token, key: newKey(), body })).status).toBe(200);
});

test('orders that are refused for their price count as well', async () => {
  const { token } = await newShopper();
  const order = () =>
    call('order.place', { token, key: newKey(), body: { ...orderBody([hoodie, 'M', 1]), amount: 1 } });
  for (let tries = 0; tries < 10; tries += 1) expect((await order()).status).toBe(409);
  expectTooMany(await order());
});

test('cart calls share one generous counter', async () => {
  const { token, session } = await newShopper();
  const [add] = windowsFor('cart.add', { account: session.userId });
  expect(windowsFor('cart.get', { account: session.userId })).toEqual([add]);
  await connect().set(add?.key ?? '', add?.limit ?? 0, { px: 60_000 });
  expectTooMany(await call('cart.add', { token, body: { itemId: hoodie.id, size: 'M' } }));
});

test('no counter is named by an e-mail or an address', async () => {
  const email = newEmail();
  await logIn(email, 'wrong', '198.51.100.200');
  const keys = (await connect().keys('limit:*')).join();
  expect(keys).toContain('limit:login:email:');
  expect(keys).not.toContain(email);
  expect(keys).not.toContain('198.51');
});

test.each([
  ['192.0.2.1', '192.0.2.1'],
  ['::ffff:192.0.2.1', '::ffff:192.0.2.1'],
  ['2001:db8:1:2:3:4:5:6', '2001:db8:1:2'],
  ['2001:0DB8:0001:0002::9', '2001:db8:1:2'],
  ['2001:db8::9', '2001:db8:0:0'],
  ['::1', '0:0:0:0'],
  ['fe80::', 'fe80:0:0:0'],
])('an IPv6 caller is counted by the /64 that its owner has: %s', (ip, network) => {
  expect(networkOf(ip)).toBe(network);
});

test('one address cannot have all searches of an instance, and others search on', async () => {
  const search = (ip: string) => call('product.list', { query: '?search=hoodie&limit=1', ip });
  const answers: Answer<'product.list'>[] = [];
  for (let tries = 0; tries < 220; tries += 1) answers.push(await search('198.51.100.20'));
  const refused = answers.filter(({ status }) => status === 429);
  expect(refused.length).toBeGreaterThan(0);
  expect(Number(refused[0]?.headers.get('retry-after'))).toBeGreaterThan(0);
  expect(Number(refused[0]?.headers.get('retry-after'))).toBeLessThanOrEqual(10);
  expect((await search('198.51.100.21')).status).toBe(200);
});

test('who waits behind too many hashes of their own is told so as at any limit', () => {
  const { refusal, retryAfterMs, expected } = tell(new Crowded());
  expect(refusal).toEqual({ success: false, code: 'too-many', message: requestMessages.tooMany });
  expect([retryAfterMs, expected]).toEqual([2_000, true]);
});
