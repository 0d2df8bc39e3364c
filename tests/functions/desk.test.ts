import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { readLogOf } from '../../netlify/storage/staff-log.ts';
import { deskMessages } from '../../src/contract/messages/desk.ts';
import { type DeskRoute, type DeskRouteName, deskRoutes } from '../../src/contract/desk.ts';
import { tokenHeader } from '../../src/contract/endpoints.ts';
import { shopCommand as shop } from '../support/command.ts';
import { tokenMailed } from '../support/accounts.ts';
import { newAuthenticator } from '../support/authenticator.ts';
import {
  agePasskeys,
  newBrowser,
  newLink,
  owner,
  packer,
  signUp,
  site,
  usePasskey,
  useStaff,
} from '../support/desk.ts';
import { useMailServer } from '../support/mail-server.ts';
import { flush } from '../support/redis.ts';
import { newShopper, workDone } from '../support/shop-calls.ts';

const mailServer = useMailServer(site);
const names = Object.keys(deskRoutes) as DeskRouteName[];
const guarded = names.filter((name) => (deskRoutes[name] as DeskRoute).open === undefined);
const ownersCalls = guarded.filter((name) => !(deskRoutes[name] as DeskRoute).roles.includes('packer'));

beforeEach(flush);
beforeEach(() => useStaff());
afterEach(workDone);

test('an emailed link and a first passkey open the desk, and the passkey alone opens it later', async () => {
  const browser = newBrowser();
  await browser.call('session.link', { email: owner });
  await workDone();
  const token = tokenMailed(mailServer, owner, 'desk');
  expect(mailServer.emails[0]?.mail.text).toContain(`${site}/desk#token=${token}`);
  const entered = await browser.call('session.enter', { token });
  expect(entered.body).toEqual({ success: true, stage: 'register', email: owner, role: 'owner' });
  expect(entered.headers.get('set-cookie')).toMatch(
    /^__Host-desk=[\w-]{43}; Path=\/; Max-Age=\d{3}; HttpOnly; Secure; SameSite=Strict$/,
  );
  expect((await browser.call('staff.list')).body.message).toBe(deskMessages.passkeyFirst);
  const passkey = newAuthenticator(site);
  const { body } = await browser.call('passkey.begin');
  const made = await browser.call('passkey.register', { response: passkey.register(body.options) });
  expect(made.body).toEqual({ success: true, stage: 'in', email: owner, role: 'owner' });
  expect(made.headers.get('set-cookie')).toMatch(/Max-Age=43(?:200|199);/);
  expect((await browser.call('staff.list')).status).toBe(200);

  const other = newBrowser();
  expect((await usePasskey(other, passkey)).body.stage).toBe('in');
  expect((await other.call('session.read')).body).toMatchObject({ stage: 'in', email: owner });
  await workDone();
  const subjects = mailServer.emails.map(({ mail }) => mail.subject);
  expect(subjects).toContain('A passkey was added for the desk of Taana');
});

test('an address that is not on the list gets the same answer and no email', async () => {
  const browser = newBrowser();
  const listed = await browser.call('session.link', { email: owner });
  const unlisted = await browser.call('session.link', { email: 'mallory@example.com' });
  expect([unlisted.status, unlisted.body]).toEqual([listed.status, listed.body]);
  await workDone();
  expect(mailServer.emails.map(({ to }) => to)).toEqual([[owner]]);
});

test('a stolen link works once, and never beside a passkey', async () => {
  const token = await newLink(owner);
  const [first, thief] = [newBrowser(), newBrowser()];
  expect((await first.call('session.enter', { token })).status).toBe(200);
  const second = await thief.call('session.enter', { token });
  expect([second.status, second.body.message]).toEqual([401, deskMessages.badLink]);

  await signUp(packer);
  const stolen = await thief.call('session.enter', { token: await newLink(packer) });
  expect(stolen.body.stage).toBe('passkey');
  for (const name of ['passkey.begin', ...guarded] as const) {
    expect((await thief.call(name as 'staff.list')).status, name).toBe(401);
  }
  const own = newAuthenticator(site);
  const asked = await thief.call('passkey.ask');
  const response = own.use(asked.body.options);
  expect((await thief.call('passkey.prove', { response })).body.message).toBe(deskMessages.badPasskey);
});

test('two links opened at once register one passkey', async () => {
  const [mine, thief] = [newBrowser(), newBrowser()];
  for (const browser of [mine, thief]) await browser.call('session.enter', { token: await newLink(owner) });
  const options = await Promise.all([mine, thief].map((browser) => browser.call('passkey.begin')));
  const answers = await Promise.all(
    [mine, thief].map((browser, at) => {
      const made = options[at]?.body.options;
      if (!made) throw new Error('No options');
      return browser.call('passkey.register', { response: newAuthenticator(site).register(made) });
    }),
  );
  expect(answers.map(({ status }) => status).toSorted()).toEqual([200, 401]);
});

test('concurrent use and registration of passkeys all succeed', async () => {
  const [asha, ravi] = [await signUp(owner), await signUp(packer)];
  const uses = [asha, ravi, asha, ravi].map(({ passkey }) => usePasskey(newBrowser(), passkey));
  const adds = [asha, ravi].map(async ({ browser }) => {
    const { body } = await browser.call('passkey.begin');
    return browser.call('passkey.register', { response: newAuthenticator(site).register(body.options) });
  });
  const answers = await Promise.all([...uses, ...adds]);
  expect(answers.filter(({ status }) => status === 200).length).toBeGreaterThanOrEqual(4);
  // If one passkey is used twice at once, one use may arrive with the lower counter, as a copy would.
  expect(answers.slice(4).map(({ status }) => status)).toEqual([200, 200]);
});

test('a challenge works once, and only in the session that requested it', async () => {
  const { browser, passkey } = await signUp(owner);
  const { body } = await browser.call('passkey.ask');
  const response = passkey.use(body.options);
  const elsewhere = await newBrowser().call('passkey.prove', { response });
  expect(elsewhere.body.message).toBe(deskMessages.lateQuestion);
  expect((await browser.call('passkey.prove', { response })).status).toBe(200);
  expect((await browser.call('passkey.prove', { response })).body.message).toBe(deskMessages.lateQuestion);
});

test('a passkey of another site does not open the desk', async () => {
  const browser = newBrowser();
  await browser.call('session.enter', { token: await newLink(owner) });
  const { body } = await browser.call('passkey.begin');
  const response = newAuthenticator('https://evil.example').register(body.options);
  expect((await browser.call('passkey.register', { response })).body.message).toBe(deskMessages.badPasskey);
});

test('a passkey whose counter went backwards is refused', async () => {
  const { passkey } = await signUp(owner);
  const copy = { ...passkey };
  const browser = newBrowser();
  const { body } = await browser.call('passkey.ask');
  const early = copy.use(body.options);
  expect((await usePasskey(newBrowser(), passkey)).status).toBe(200);
  expect((await browser.call('passkey.prove', { response: early })).status).toBe(401);
});

test('each call refuses requests that no page of the shop sends', async () => {
  const { browser } = await signUp(owner);
  const forged = [
    { origin: 'https://evil.example' },
    { origin: 'https://evil.example', 'sec-fetch-site': 'same-origin' },
    { origin: 'https://shop.example.evil.example' },
    { origin: 'null' },
    { 'sec-fetch-site': 'cross-site' },
    { 'sec-fetch-site': 'same-site' },
  ];
  for (const name of names) {
    for (const headers of forged) {
      const { status, body } = await browser.call(name as 'staff.list', undefined, headers);
      expect([name, headers, status, body.message]).toEqual([name, headers, 400, deskMessages.elsewhere]);
    }
  }
  expect((await browser.call('staff.list')).status).toBe(200);
});

test('each guarded call refuses visitors, shoppers and expired sessions', async () => {
  const { token } = await newShopper();
  const { browser } = await signUp(owner);
  const { cookie } = browser;
  await agePasskeys(12 * 60);
  for (const name of guarded) {
    const shopper = newBrowser();
    const signedOut = await shopper.call(name as 'staff.list', undefined, { [tokenHeader]: token });
    expect([signedOut.status, signedOut.body.message], name).toEqual([401, deskMessages.signIn]);
    shopper.cookie = `__Host-desk=${token}`;
    expect((await shopper.call(name as 'staff.list')).status, name).toBe(401);
    browser.cookie = cookie;
    const { status, body } = await browser.call(name as 'staff.list');
    expect([status, body.message, browser.cookie], name).toEqual([401, deskMessages.ended, null]);
  }
});

test('each call for owners alone is forbidden to a packer', async () => {
  const { browser } = await signUp(packer);
  for (const name of ownersCalls) {
    const { status, body } = await browser.call(name as 'log.read');
    expect([status, body.code], name).toEqual([403, 'forbidden']);
  }
});

test('removed staff lose access at the next call, and a changed role applies at once', async () => {
  const { browser } = await signUp(owner);
  useStaff(`${owner}:packer`);
  expect((await browser.call('log.read', {})).body.code).toBe('forbidden');
  useStaff(`${packer}:owner`);
  expect((await browser.call('staff.list')).status).toBe(401);
  const { passkey } = await signUp(packer);
  useStaff(`${owner}:owner`);
  expect((await usePasskey(newBrowser(), passkey)).status).toBe(401);
});

test('the desk does not exist without staff', async () => {
  const { browser } = await signUp(owner);
  for (const setting of ['', 'asha@example.com', 'asha:owner', 'asha@example.com:boss']) {
    vi.stubEnv('DESK_STAFF', setting);
    for (const name of names) expect((await browser.call(name as 'staff.list')).status).toBe(404);
  }
});

test('a removed passkey is refused, its sessions end, and a link is enough again', async () => {
  const asha = await signUp(owner);
  const ravi = await signUp(packer);
  const waiting = newBrowser();
  await waiting.call('session.enter', { token: await newLink(packer) });
  const removed = { email: packer, id: ravi.passkey.id };
  expect((await ravi.browser.call('passkey.remove', { email: owner, id: asha.passkey.id })).status).toBe(404);
  expect((await asha.browser.call('passkey.remove', removed)).status).toBe(200);
  expect((await ravi.browser.call('staff.list')).status).toBe(401);
  expect((await waiting.call('passkey.begin')).status).toBe(401);
  expect((await usePasskey(newBrowser(), ravi.passkey)).body.message).toBe(deskMessages.badPasskey);
  const again = newBrowser();
  const entered = await again.call('session.enter', { token: await newLink(packer) });
  expect(entered.body.stage).toBe('register');
});

test('the command line lets staff who lost every passkey sign in by link again', async () => {
  const { browser } = await signUp(owner);
  const { out } = await shop(`desk forget-passkeys ${owner.toUpperCase()}`);
  expect(out).toContain(`Removed the passkey of ${owner}`);
  expect((await browser.call('staff.list')).status).toBe(401);
  const again = newBrowser();
  expect((await again.call('session.enter', { token: await newLink(owner) })).body.stage).toBe('register');
  expect(await readLogOf('staff', 2)).toMatchObject([{ action: 'session.enter' }, { who: 'command line' }]);
  expect((await shop(`desk forget-passkeys ${owner}`)).code).toBe(1);
});

test('the owner sees every session and ends it; a packer sees and ends their own', async () => {
  const asha = await signUp(owner);
  const ravi = await signUp(packer);
  const { staff } = (await asha.browser.call('staff.list')).body;
  expect(staff.map(({ email, role }) => [email, role])).toEqual([
    [owner, 'owner'],
    [packer, 'packer'],
  ]);
  const [ashas, ravis] = staff.map(({ sessions }) => sessions[0]);
  expect([ashas?.isThis, ravis?.isThis, ravis?.device]).toEqual([true, false, 'Chrome on Android']);
  expect((await ravi.browser.call('staff.list')).body.staff.map(({ email }) => email)).toEqual([packer]);
  expect((await ravi.browser.call('session.end', { id: ashas?.id ?? '' })).status).toBe(404);
  expect((await asha.browser.call('session.end', { id: ravis?.id ?? '' })).status).toBe(200);
  expect((await ravi.browser.call('staff.list')).status).toBe(401);
  expect((await asha.browser.call('session.leave')).status).toBe(200);
  expect((await asha.browser.call('staff.list')).status).toBe(401);
});

test('every change is in the log, which the owner can export', async () => {
  const { browser } = await signUp(owner);
  const ravi = await signUp(packer);
  await browser.call('passkey.remove', { email: packer, id: ravi.passkey.id });
  const { entries, month } = (await browser.call('log.read', {})).body;
  expect(entries.map(({ who, action }) => [who, action])).toEqual([
    [owner, 'passkey.remove'],
    [packer, 'passkey.register'],
    [packer, 'session.enter'],
    [owner, 'passkey.register'],
    [owner, 'session.enter'],
  ]);
  const ofStaff = await readLogOf('staff', 10);
  expect(ofStaff.map(({ action }) => action)).toEqual(entries.map(({ action }) => action));
  const { csv, isWhole } = (await browser.call('log.export', { month })).body;
  expect([csv.trimEnd().split('\n').length, isWhole]).toEqual([6, true]);
});
