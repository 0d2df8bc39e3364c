import { beforeEach, expect, test, vi } from 'vitest';
import { newToken } from '../../netlify/identity/tokens.ts';
import { sessionsKey } from '../../netlify/storage/keys.ts';
import { sessionMessages } from '../../src/contract/messages/account.ts';
import { routes, type RouteName } from '../../src/contract/routes.ts';
import { callBodies as bodies } from '../support/call-bodies.ts';
import { discountedBody, newCode } from '../support/codes.ts';
import { connect } from '../support/redis.ts';
import { expectRefused } from '../support/refusals.ts';
import { call, hoodie, newKey, newShopper, orderBody, place, setExpiry } from '../support/shop-calls.ts';

const guardedNames = (Object.keys(routes) as RouteName[]).filter((name) => routes[name].auth === 'token');

/** Payment methods that are offered; a call without a session never uses their keys. */
beforeEach(() => {
  for (const name of ['RAZORPAY_KEY_ID', 'RAZORPAY_KEY_SECRET', 'STRIPE_SECRET_KEY'])
    vi.stubEnv(name, 'a-key');
});

const use = (name: RouteName, token?: string) => call(name, { token, key: newKey(), body: bodies[name] });

test.each(guardedNames)('%s without a token asks to log in', async (name) => {
  expectRefused(await use(name), 401, 'unauthorised', sessionMessages.required);
});

const bytes = (token: string) => Buffer.from(token, 'base64url');

/** Tokens that are not valid, beside an account with an open session. */
const wrongTokens: [what: string, make: (own: Awaited<ReturnType<typeof newShopper>>) => Promise<string>][] =
  [
    ...['x', 'null', 'undefined', 'a'.repeat(64), 'a'.repeat(10_000)].map(
      (text): [string, () => Promise<string>] => [`"${text.slice(0, 64)}"`, async () => text],
    ),
    ['a forged token of a known account', async ({ session }) => newToken(session.userId).token],
    [
      'the secret of one account under the name of another',
      async ({ token }) => {
        const ravi = await newShopper();
        const mixed = Buffer.concat([bytes(ravi.token).subarray(0, 16), bytes(token).subarray(16)]);
        return mixed.toString('base64url');
      },
    ],
    [
      'an expired session',
      async ({ token, session }) => {
        await setExpiry(session, Date.now() - 1);
        return token;
      },
    ],
    [
      'a session after logout',
      async ({ token }) => {
        await call('user.logout', { token });
        return token;
      },
    ],
    [
      'a session that was revoked with all others',
      async ({ token, session }) => {
        await connect().del(sessionsKey(session.userId));
        return token;
      },
    ],
  ];

test.each(wrongTokens)('no call accepts %s', async (_what, make) => {
  const token = await make(await newShopper());
  for (const name of guardedNames) {
    expectRefused(await use(name, token), 401, 'unauthorised', sessionMessages.expired);
  }
});

test.each(guardedNames)('%s accepts a token in its header alone', async (name) => {
  const { token } = await newShopper();
  const sent = { ...(bodies[name] ?? {}), token };
  const isRead = routes[name].method === 'GET';
  const { status } = await call(name, {
    key: newKey(),
    query: `?token=${token}`,
    ...(isRead ? {} : { body: sent }),
    headers: { cookie: `token=${token}`, authorization: `Bearer ${token}` },
  });
  expect(status).toBe(401);
});

test('a login creates a new session and ignores the sent token', async () => {
  const { token: planted, session } = await newShopper();
  const email = `${newKey()}@example.com`;
  const credentials = { email, password: 'warp and weft' };
  const signedUp = await call('user.register', { token: planted, body: { name: 'Asha', ...credentials } });
  const loggedIn = await call('user.login', { token: signedUp.body.token, body: credentials });
  const tokens = [planted, signedUp.body.token, loggedIn.body.token];
  expect(new Set(tokens).size).toBe(3);
  const { body } = await call('user.profile', { token: planted });
  expect(body.user._id).toBe(session.userId);
});

test('without a session an invalid order gets no reason, and a guessed code no answer', async () => {
  const { session } = await newShopper();
  const bodies = [{ ...orderBody([hoodie, 'M', 1]), amount: 1 }];
  for (const code of [await newCode(), 'TAANA-0000-0001'])
    bodies.push(discountedBody(code, 20, [hoodie, 'M', 1]));
  for (const body of bodies) expect((await place(newToken(session.userId).token, body)).status).toBe(401);
});
