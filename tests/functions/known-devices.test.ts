import { afterEach, beforeEach, expect, test } from 'vitest';
import { windowsFor } from '../../netlify/http/rate-limit-windows.ts';
import { isCommonPassword } from '../../netlify/identity/common-passwords.ts';
import list from '../../netlify/identity/common-passwords.json' with { type: 'json' };
import { authMessages } from '../../src/contract/messages/account.ts';
import { useMailServer } from '../support/mail-server.ts';
import { tokenMailed } from '../support/accounts.ts';
import { inBatches } from '../support/batches.ts';
import { connect, flush } from '../support/redis.ts';
import { call, newEmail, workDone } from '../support/shop-calls.ts';

const mailServer = useMailServer();
beforeEach(flush);
afterEach(workDone);

const password = 'warp and weft';
const shared = '198.51.100.1';
const cookieIn = (headers: Headers) => headers.get('set-cookie')?.split(';')[0] ?? '';
const sending = (cookie: string) => (cookie === '' ? {} : { cookie });

/** A browser that keeps the cookie it is given, in the network where it is. */
function browser() {
  let cookie = '';
  const kept = <Answer extends { headers: Headers }>(answer: Answer): Answer => {
    cookie = cookieIn(answer.headers) || cookie;
    return answer;
  };
  const sent = (ip: string, body: object) => ({ body, ip, headers: sending(cookie) });
  return {
    logIn: async (email: string, secret: string, ip = shared) =>
      kept(await call('user.login', sent(ip, { email, password: secret }))),
    signUp: async (ip = shared, email = newEmail(), secret = password) => {
      const { status } = kept(
        await call('user.register', sent(ip, { name: 'Asha', email, password: secret })),
      );
      expect(status).toBe(200);
      return email;
    },
    reset: async (token: string, ip = shared) =>
      kept(await call('user.reset', sent(ip, { token, password }))),
  };
}

async function guess(email: string, times: number, ip = (_at: number) => shared): Promise<number[]> {
  const all: number[] = [];
  for (let at = 0; at < times; at += 1)
    all.push((await browser().logIn(email, `wrong ${at}`, ip(at))).status);
  return all;
}

async function mailedToken(email: string): Promise<string> {
  await call('user.forgot', { body: { email } });
  await workDone();
  return tokenMailed(mailServer, email, 'reset-password');
}

/** The limits of wrong passwords by one kind of callers: how many in how long. */
const limitsOf = (kind: string, about: Parameters<typeof windowsFor>[1]) =>
  windowsFor('user.login', about)
    .filter(({ counts }) => counts === kind)
    .map(({ limit, windowMs }) => [limit, windowMs]);
const TEN_AND_FIFTY = [
  [10, 900_000],
  [50, 86_400_000],
];

test('wrong passwords from the owner’s own address do not lock out the owner’s device, for a day or for ever', async () => {
  const own = browser();
  const email = await own.signUp();
  expect(limitsOf('new-devices', { email, address: shared })).toEqual(TEN_AND_FIFTY);
  for (let round = 0; round < 5; round += 1) {
    expect((await guess(email, 12)).at(-1)).toBe(429);
    expect((await own.logIn(email, password)).status).toBe(200);
    // The owner's log-in gives the others no guesses back.
    expect(await guess(email, 1)).toEqual([429]);
    const [quarter] = windowsFor('user.login', { email, address: shared }).filter(
      ({ counts }) => counts === 'new-devices',
    );
    await connect().del(quarter?.key ?? '');
  }
  expect(await guess(email, 1)).toEqual([429]);
  expect((await own.logIn(email, password)).status).toBe(200);
});

test('guesses from many addresses do not lock out the owner’s device in a network where it never was', async () => {
  const own = browser();
  const email = await own.signUp();
  const attack = await guess(email, 60, (at) => `198.51.100.${10 + (at % 12)}`);
  expect(attack.filter((status) => status === 429)).toHaveLength(10);
  expect((await own.logIn(email, password, '203.0.113.9')).status).toBe(200);
  // The sign-up's own network stays known as well, for a browser that has lost its cookie.
  expect((await browser().logIn(email, password)).status).toBe(200);
});

test('a new device in a new network is let in by the mailed link, which the refusal names', async () => {
  const own = browser();
  const email = await own.signUp();
  await guess(email, 60, (at) => `198.51.100.${10 + (at % 12)}`);
  const fresh = browser();
  const refused = await fresh.logIn(email, password, '203.0.113.9');
  expect([refused.status, refused.body.message]).toEqual([429, authMessages.tooManyGuesses]);
  expect(authMessages.tooManyGuesses).toContain(authMessages.forgot);
  expect((await fresh.reset(await mailedToken(email), '203.0.113.9')).status).toBe(200);
  await guess(email, 60, (at) => `198.51.100.${10 + (at % 12)}`);
  expect((await fresh.logIn(email, password, '203.0.113.10')).status).toBe(200);
  // A new password makes strangers of all other devices.
  expect((await own.logIn(email, password, '203.0.113.11')).status).toBe(429);
});

test('a device that has logged in guesses ten times in a quarter of an hour, fifty times a day', async () => {
  const own = browser();
  const email = await own.signUp();
  for (let round = 0; round < 2; round += 1) {
    for (let tries = 0; tries < 9; tries += 1)
      expect((await own.logIn(email, `wrong ${tries}`)).status).toBe(401);
    expect((await own.logIn(email, password)).status).toBe(200);
  }
  for (let tries = 0; tries < 10; tries += 1) await own.logIn(email, `wrong ${tries}`);
  expect((await own.logIn(email, password)).status).toBe(429);
  // Neither another address helps it nor does it close the address for others.
  expect((await own.logIn(email, password, '203.0.113.9')).status).toBe(429);
  expect((await browser().logIn(email, password)).status).toBe(200);
  expect(limitsOf('known-devices', { email, device: 'any' })).toEqual(TEN_AND_FIFTY);
});

test('a device counts for the accounts that logged in on it, and for no other', async () => {
  const family = browser();
  const [asha, ravi] = [await family.signUp(), await family.signUp()];
  const stranger = await browser().signUp();
  for (const email of [asha, ravi, stranger]) await guess(email, 12);
  expect((await family.logIn(asha, password)).status).toBe(200);
  expect((await family.logIn(ravi, password)).status).toBe(200);
  expect((await family.logIn(stranger, password)).status).toBe(429);
});

test('the cookie is out of reach of scripts and other sites, opens nothing, and a wrong password gives none', async () => {
  const email = newEmail();
  const { headers } = await call('user.register', { body: { name: 'Asha', email, password } });
  const set = headers.get('set-cookie') ?? '';
  expect(set).toMatch(
    /^__Secure-device=[\w-]{43}; Path=\/api\/user; Max-Age=31536000; HttpOnly; Secure; SameSite=Strict$/,
  );
  expect(headers.get('cache-control')).toContain('no-store');
  const cookie = cookieIn(headers);
  const login = (secret: string) =>
    call('user.login', { body: { email, password: secret }, headers: { cookie } });
  expect((await login('wrong')).headers.has('set-cookie')).toBe(false);
  expect(cookieIn((await login(password)).headers)).toBe(cookie);
  expect((await call('user.profile', { headers: { cookie } })).status).toBe(401);
  // The database has its hash alone.
  const stored = await connect().hgetall((await connect().keys('login:*'))[0] ?? '');
  expect(JSON.stringify(stored)).toContain('device:');
  expect(JSON.stringify(stored)).not.toContain(cookie.split('=')[1]);
});

test('a device outlives a log-out, and ends with the account', async () => {
  const own = browser();
  const email = await own.signUp();
  const { token } = (await own.logIn(email, password)).body;
  expect((await call('user.logout', { token })).status).toBe(200);
  await guess(email, 12);
  const again = await own.logIn(email, password);
  expect(again.status).toBe(200);
  await call('user.delete', { token: again.body.token, body: { email, password } });
  await workDone();
  expect(await connect().keys('login:*')).toEqual([]);
});

test('a dictionary of ten thousand passwords gets nowhere from a hundred addresses', async () => {
  const words = list.passwords.flatMap((line) => line.split(' '));
  expect(words.length).toBe(3_000);
  const dictionary = ['', '1', '123', '!'].flatMap((end) => words.map((word) => `${word}${end}`));
  // The shop refuses the commonest at a sign-up, so the likeliest that an account can have is one with an ending.
  const secret = dictionary.find((word) => !isCommonPassword(word)) ?? '';
  const email = await browser().signUp('192.0.2.10', undefined, secret);
  const guesses = (at: number) =>
    call('user.login', { body: { email, password: dictionary[at] }, ip: `198.51.100.${at % 100}` });
  const statuses = (await inBatches(10_000, guesses, 50)).map(({ status }) => status);
  // Fifty a day: all of it takes two hundred days.
  const [wide] = windowsFor('user.login', { email });
  expect(wide).toMatchObject({ limit: 50, windowMs: 86_400_000 });
  expect(dictionary.indexOf(secret)).toBeGreaterThan(50);
  expect(statuses.filter((status) => status === 401)).toHaveLength(50);
  expect(statuses.filter((status) => status === 429)).toHaveLength(9_950);
});
