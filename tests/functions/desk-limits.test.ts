import { afterEach, beforeEach, expect, test } from 'vitest';
import { deskWindowsFor } from '../../netlify/http/rate-limit-windows.ts';
import { tokenHash } from '../../netlify/identity/tokens.ts';
import type { DeskRouteName } from '../../src/contract/desk.ts';
import { newBrowser, newLink, owner, packer, signUp, site, useStaff } from '../support/desk.ts';
import { useMailServer } from '../support/mail-server.ts';
import { connect, flush } from '../support/redis.ts';
import { workDone } from '../support/shop-calls.ts';

/** The rate limits of the desk. */

const mailServer = useMailServer(site);

beforeEach(flush);
beforeEach(() => useStaff());
afterEach(workDone);

/** Counts as if all calls but one of this limit had been made. */
async function useUpAllButOne(
  name: DeskRouteName,
  subjects: Parameters<typeof deskWindowsFor>[1],
): Promise<number> {
  const [window] = deskWindowsFor(name, subjects);
  if (!window) throw new Error(`${name} has no limit`);
  await connect().set(window.key, window.limit - 1, { px: window.windowMs });
  return window.limit;
}

test('links and passkeys are limited by mailbox and by network', async () => {
  const browser = newBrowser('198.51.100.7');
  for (let sent = 0; sent < 5; sent += 1) await browser.call('session.link', { email: owner });
  expect((await browser.call('session.link', { email: owner })).status).toBe(429);
  for (let tried = 0; tried < 115; tried += 1) await browser.call('session.enter', { token: 'x'.repeat(43) });
  const { status, headers } = await browser.call('passkey.ask');
  expect([status, Number(headers.get('retry-after')) > 0]).toEqual([429, true]);
});

test('the links of a mailbox are limited also for staff who are signed in or have opened a link', async () => {
  const { browser: ravi } = await signUp(packer);
  const opened = newBrowser('198.51.100.8');
  await opened.call('session.enter', { token: await newLink(packer) });
  await workDone();
  mailServer.emails.length = 0;
  for (const browser of [ravi, opened, ravi, opened, ravi]) {
    expect((await browser.call('session.link', { email: owner })).status).toBe(200);
  }
  for (const browser of [ravi, opened, newBrowser('198.51.100.9')]) {
    expect((await browser.call('session.link', { email: owner })).status).toBe(429);
  }
  expect((await ravi.call('session.link', { email: packer })).status).toBe(200);
  await workDone();
  expect(mailServer.emails.filter(({ to }) => to.includes(owner))).toHaveLength(5);
});

test('a session makes 3,000 calls in ten minutes, whichever they are, and another one goes on', async () => {
  const { browser } = await signUp(packer);
  const account = tokenHash(browser.cookie?.split('=')[1] ?? '');
  expect(await useUpAllButOne('staff.list', { account })).toBe(3_000);
  expect((await browser.call('staff.list')).status).toBe(200);
  for (const name of ['staff.list', 'session.read'] as const) {
    expect((await browser.call(name)).status).toBe(429);
  }
  const { browser: asha } = await signUp(owner);
  expect((await asha.call('staff.list')).status).toBe(200);
});

test('1,200 visitors of a network learn in ten minutes that they are signed out', async () => {
  expect(await useUpAllButOne('session.read', { address: '198.51.100.7' })).toBe(1_200);
  const statuses = async (ip: string) => (await newBrowser(ip).call('session.read')).status;
  expect([await statuses('198.51.100.7'), await statuses('198.51.100.7')]).toEqual([200, 429]);
  expect(await statuses('198.51.100.8')).toBe(200);
});
