import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { errorReply } from '../../netlify/http/errors.ts';
import { networkOf, windowsFor } from '../../netlify/http/rate-limit-windows.ts';
import { QueueFull } from '../../netlify/identity/fair-queue.ts';
import { authMessages } from '../../src/contract/messages/account.ts';
import { requestMessages } from '../../src/contract/messages/page.ts';
import type { RouteName } from '../../src/contract/routes.ts';
import { tokenMailed } from '../support/accounts.ts';
import { expectRefused } from '../support/refusals.ts';
import { useMailServer } from '../support/mail-server.ts';
import { connect, flush } from '../support/redis.ts';
import {
  call,
  earlyProduct,
  hoodie,
  newEmail,
  newShopper,
  orderBody,
  ownAddress,
  place,
  profileFields,
  setStock,
  workDone,
  type Answer,
} from '../support/shop-calls.ts';

const mailServer = useMailServer();

beforeEach(flush);
afterEach(workDone);

const password = 'warp and weft';
const logIn = (email: string, secret: string, ip: string) =>
  call('user.login', { body: { email, password: secret }, ip });

function expectTooMany(
  { headers, ...answer }: Pick<Answer<RouteName>, 'status' | 'headers'> & { body: object },
  message: string = requestMessages.tooMany,
) {
  expectRefused(answer, 429, 'too-many', message);
  expect(Number(headers.get('retry-after'))).toBeGreaterThan(0);
  expect(Number(headers.get('retry-after'))).toBeLessThanOrEqual(24 * 3_600);
}

test('ten wrong passwords for one email block it for their own address alone', async () => {
  const email = newEmail();
  for (let tries = 0; tries < 10; tries += 1) {
    expect((await logIn(email, `wrong ${tries}`, '198.51.100.1')).status).toBe(401);
  }
  expectTooMany(await logIn(email, 'wrong again', '198.51.100.1'), authMessages.tooManyGuesses);
  expect((await logIn(email, 'wrong', '198.51.100.99')).status).toBe(401);
});

test('parallel guesses get no additional tries', async () => {
  const email = newEmail();
  const all = await atOnce(15, (at) => logIn(email, `wrong ${at}`, '198.51.100.1'));
  expect(statuses(all)).toEqual({ 401: 10, 429: 5 });
});

test('a correct password resets the count of wrong ones', async () => {
  const email = newEmail();
  await call('user.register', { body: { name: 'Asha', email, password } });
  for (let round = 0; round < 2; round += 1) {
    for (let tries = 0; tries < 9; tries += 1) await logIn(email, 'wrong wrong', '198.51.100.1');
    expect((await logIn(email, password, '198.51.100.1')).status).toBe(200);
  }
});

const atOnce = <T>(count: number, ask: (at: number) => Promise<T>) =>
  Promise.all(Array.from({ length: count }, (_, at) => ask(at)));

const statuses = (answers: readonly { status: number }[]) =>
  Object.fromEntries(
    [...Map.groupBy(answers, ({ status }) => status)].map(([status, own]) => [status, own.length]),
  );

async function signUp(ip: string) {
  const email = newEmail();
  const { status, body } = await call('user.register', { body: { name: 'Asha', email, password }, ip });
  expect(status).toBe(200);
  return { email, token: body.token };
}

test('logins with invented emails do not lock out accounts behind the same address', async () => {
  const ip = '198.51.100.7';
  const [known, newcomer] = [await signUp(ip), await signUp('198.51.100.8')];
  const attack: { status: number }[] = [];
  // No more at a time than wait for their hash.
  for (let batch = 0; batch < 17; batch += 1) {
    attack.push(...(await atOnce(20, (at) => logIn(newEmail(), `guess ${at}`, ip))));
  }
  expect(statuses(attack)).toEqual({ 401: 300, 429: 40 });
  expect((await logIn(known.email, password, ip)).status).toBe(200);
  expect((await logIn(newcomer.email, 'mistyped', ip)).status).toBe(401);
  expect((await logIn(newcomer.email, password, ip)).status).toBe(200);
  expect((await logIn(newEmail(), 'wrong', '198.51.100.9')).status).toBe(401);
});

test('wrong passwords for real accounts block an address late, and never block known accounts', async () => {
  const ip = '198.51.100.7';
  const known = await signUp(ip);
  const stranger = await signUp('198.51.100.8');
  const [wide] = windowsFor('user.login', { address: ip }).filter(({ counts }) => counts === 'strangers');
  expect(wide?.limit).toBe(3_000);
  await connect().set(wide?.key ?? '', 2_999, { px: 60_000 });
  // A correct password is no guess and is not counted.
  for (let times = 0; times < 3; times += 1) {
    expect((await logIn((await signUp('198.51.100.8')).email, password, ip)).status).toBe(200);
  }
  expect((await logIn(stranger.email, 'wrong', ip)).status).toBe(401);
  expectTooMany(await logIn(stranger.email, password, ip), authMessages.tooManyGuesses);
  expect((await logIn(known.email, password, ip)).status).toBe(200);
  expect((await logIn(stranger.email, password, '198.51.100.8')).status).toBe(200);
});

test('guesses from many addresses do not lock the owner out', async () => {
  const { email } = await signUp('192.0.2.10');
  await logIn(email, password, '192.0.2.11');
  const attack = await atOnce(70, (at) => logIn(email, `wrong ${at}`, `198.51.100.${at % 12}`));
  expect(statuses(attack)).toEqual({ 401: 50, 429: 20 });
  for (const ip of ['192.0.2.10', '192.0.2.11']) {
    expect((await logIn(email, password, ip)).status).toBe(200);
    // The owner’s logins do not reset the attackers’ counter.
    expect((await logIn(email, 'wrong', '198.51.100.99')).status).toBe(429);
  }
  const away = '192.0.2.12';
  expectTooMany(await logIn(email, password, away), authMessages.tooManyGuesses);
  // The message names this way in: the emailed link makes the network known, whatever the attackers do next.
  await call('user.forgot', { body: { email }, ip: away });
  await workDone();
  const [token, renewed] = [tokenMailed(mailServer, email, 'reset-password'), 'weft and warp'];
  expect((await call('user.reset', { body: { token, password: renewed }, ip: away })).status).toBe(200);
  const [wide] = windowsFor('user.login', { email });
  await connect().set(wide?.key ?? '', wide?.limit ?? 0, { px: 60_000 });
  expect((await logIn(email, renewed, away)).status).toBe(200);
  // A network known by the old password is unknown for the new one.
  expect((await logIn(email, renewed, '192.0.2.10')).status).toBe(429);
});

test('profile saves with another shopper’s email do not use up that shopper’s limit', async () => {
  const victim = await signUp('192.0.2.10');
  const save = (token: string, email: string) =>
    call('user.save-profile', { token, body: { ...profileFields, email } });
  for (let accounts = 0; accounts < 2; accounts += 1) {
    const { token } = await newShopper();
    for (let tries = 0; tries < 25; tries += 1) await save(token, victim.email);
  }
  for (let tries = 0; tries < 5; tries += 1) {
    expect((await save(victim.token, victim.email)).status).toBe(200);
  }
});

test('a mailbox gets at most thirty emails an hour about email changes', async () => {
  const wanted = newEmail();
  const save = async (token: string) =>
    call('user.save-profile', { token, body: { ...profileFields, email: wanted } });
  const askers = [(await newShopper()).token, (await newShopper()).token];
  for (let tries = 0; tries < 30; tries += 1) expect((await save(askers[tries % 2] ?? '')).status).toBe(200);
  expectTooMany(await save(askers[0] ?? ''));
  await workDone();
  expect(mailServer.emails.filter(({ to }) => to.includes(wanted))).toHaveLength(30);
});

test('sign-ups with another person’s email do not block its owner', async () => {
  const email = newEmail();
  const body = { name: 'Asha', email };
  const register = (secret: string, ip: string) =>
    call('user.register', { body: { ...body, password: secret }, ip });
  // A refused password creates no account, so the email stays free.
  const weak = await atOnce(11, () => register('password1', '198.51.100.1'));
  expect(statuses(weak)).toEqual({ 400: 11 });
  expect((await register(password, '198.51.100.2')).status).toBe(200);
  const taken = await atOnce(10, () => register(password, '198.51.100.1'));
  expect(statuses(taken)).toEqual({ 409: 10 });
  expectTooMany(await register(password, '198.51.100.1'));
});

test('one account can order ten times in ten minutes; another account has its own limit', async () => {
  const [asha, ravi] = [await newShopper(), await newShopper()];
  const body = orderBody([hoodie, 'M', 1]);
  // Orders that the cash limits refuse count as well.
  const orders = await atOnce(10, () => place(asha.token, body));
  expect(statuses(orders)).toEqual({ 200: 2, 409: 8 });
  expectTooMany(await place(asha.token, body));
  expect((await place(ravi.token, { ...body, address: ownAddress() })).status).toBe(200);
});

const about = { productId: hoodie.id, size: 'M', email: 'asha@example.com' };
test.each([
  ['notify', about, 20],
  ['product.early-order-interest', { productId: earlyProduct.id, email: about.email }, 30],
  ['waitlist', { user_email: about.email }, 10],
] as const)(
  '%s of one email is limited from each address: %j, %i times an hour',
  async (name, body, most) => {
    await setStock(hoodie.id, 'M', 0);
    const ask = async (own: object = {}, ip = '198.51.100.99') =>
      call(name, { body: { ...body, ...own }, ip });
    for (let tries = 0; tries < most; tries += 1) expect((await ask()).status).toBe(200);
    const [key = ''] = Object.keys(body).filter((field) => field.endsWith('email'));
    expectTooMany(await ask({ [key]: 'ASHA@example.com' }));
    expect((await ask({ [key]: 'ravi@example.com' })).status).toBe(200);
    expect((await ask({}, '198.51.100.1')).status).toBe(200);
  },
);

test('cart calls share one generous limit', async () => {
  const { token, session } = await newShopper();
  const [add] = windowsFor('cart.add', { account: session.userId });
  expect(windowsFor('cart.get', { account: session.userId })).toEqual([add]);
  await connect().set(add?.key ?? '', add?.limit ?? 0, { px: 60_000 });
  expectTooMany(await call('cart.add', { token, body: { itemId: hoodie.id, size: 'M' } }));
});

test('no counter name contains an email or an address', async () => {
  const email = newEmail();
  await logIn(email, 'wrong', '198.51.100.200');
  const keys = (await connect().keys('limit:*')).join();
  expect(keys).toContain('limit:login:email:');
  expect(keys).toContain('limit:login:pair:');
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
])('an IPv6 caller is counted by its /64 network: %s', (ip, network) => {
  expect(networkOf(ip)).toBe(network);
});

test('one address cannot use all search capacity of an instance', async () => {
  const search = (ip: string) => call('product.list', { query: '?search=hoodie&limit=1', ip });
  // The window is ten seconds, in which a busy machine does not answer so often.
  vi.spyOn(Date, 'now').mockReturnValue(Date.now());
  const answers: Answer<'product.list'>[] = [];
  for (let tries = 0; tries < 220; tries += 1) answers.push(await search('198.51.100.20'));
  const refused = answers.filter(({ status }) => status === 429);
  expect(refused.length).toBeGreaterThan(0);
  expect(Number(refused[0]?.headers.get('retry-after'))).toBeGreaterThan(0);
  expect(Number(refused[0]?.headers.get('retry-after'))).toBeLessThanOrEqual(10);
  expect((await search('198.51.100.21')).status).toBe(200);
});

test('a full queue of password hashes answers with a rate limit', () => {
  const { refusal, retryAfterMs, expected } = errorReply(new QueueFull());
  expect(refusal).toEqual({ success: false, code: 'too-many', message: requestMessages.tooMany });
  expect([retryAfterMs, expected]).toEqual([2_000, true]);
});
