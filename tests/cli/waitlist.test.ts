import { once } from 'node:events';
import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { afterAll, beforeAll, beforeEach, expect, test, vi } from 'vitest';
import { readLogOf } from '../../netlify/storage/staff-log.ts';
import { waitlistTellingKey } from '../../netlify/storage/keys.ts';
import { joinWaitlist, readWaitlist, claimWaitlistEntry } from '../../netlify/storage/waitlist.ts';
import { linesOf, shopCommand as shop, startCommand } from '../support/command.ts';
import { recipientsOf, useMailServer } from '../support/mail-server.ts';
import { connect, flush } from '../support/redis.ts';

const [asha, ravi, meera] = ['asha@example.com', 'ravi@example.com', 'meera@example.com'] as const;
const redis = connect({ automaticDeserialization: false });
const mailServer = useMailServer();
/** The shop that the emails link to, and its answer about its products. */
let site: Server;
let siteSays: { status: number; body: unknown };

beforeAll(async () => {
  site = createServer((_, response) => {
    response.writeHead(siteSays.status).end(JSON.stringify(siteSays.body));
  }).listen(0, '127.0.0.1');
  await once(site, 'listening');
});

afterAll(async () => {
  site.close();
});

beforeEach(async () => {
  await flush();
  siteSays = { status: 200, body: { success: true, products: [] } };
  vi.stubEnv('SITE_URL', `http://127.0.0.1:${(site.address() as AddressInfo).port}`);
});

async function wait(...emails: string[]): Promise<void> {
  for (const [at, email] of emails.entries()) {
    const wish = { name: 'Waitlist User', message: 'Please notify me when the site is live.' };
    await joinWaitlist([], { ...wish, email, at, privacyVersion: '2026-11-20', formSent: false });
  }
}

const whoWaits = async () => (await readWaitlist()).map(({ email }) => email);

test('the launch announcement is sent once to everybody, and removes them from the list', async () => {
  await wait(asha, ravi, meera);
  const { out, code } = await shop('waitlist mail');
  expect(code).toBe(0);
  const lines = linesOf(out);
  expect([lines[0], lines.at(-1)]).toEqual(['Writing to 3 visitors on the waitlist', '3 emails sent.']);
  expect(lines.slice(1, -1).toSorted()).toEqual([`✓ ${asha}`, `✓ ${meera}`, `✓ ${ravi}`]);
  expect(recipientsOf(mailServer)).toEqual([asha, meera, ravi]);
  const [email] = mailServer.emails;
  expect(email?.mail.subject).toBe('Taana is open');
  for (const text of [email?.mail.text, email?.mail.html]) {
    expect(text).toContain(`${process.env['SITE_URL']}/collection`);
    expect(text).toContain('off the waitlist');
  }
  expect(await whoWaits()).toEqual([]);
  expect(await shop('waitlist mail')).toMatchObject({ out: 'Nobody is waiting.\n', code: 0 });
  expect(mailServer.emails).toHaveLength(3);
  const log = await readLogOf('list:waitlist', 9);
  expect(log.map(({ who, action }) => [who, action])).toEqual([['command line', 'lists.launch']]);
});

test('no announcement is sent while the shop is closed or does not answer', async () => {
  await wait(asha);
  siteSays = { status: 403, body: { success: false, code: 'not-open' } };
  const closed = await shop('waitlist mail');
  expect([closed.code, closed.out]).toEqual([1, '']);
  expect(closed.err).toContain(
    'still shows the waitlist page: remove SHOP_MODE and deploy, then run this again.',
  );
  const nowhere = await shop('waitlist mail', { SITE_URL: 'http://127.0.0.1:9' });
  expect([nowhere.code, nowhere.err]).toEqual([1, expect.stringContaining('does not answer correctly')]);
  const unset = await shop('waitlist mail', { SITE_URL: '', URL: '' });
  expect([unset.code, unset.err]).toEqual([1, expect.stringContaining('Set SITE_URL')]);
  expect([mailServer.emails, await whoWaits()]).toEqual([[], [asha]]);
});

test('a refused address stays on the list', async () => {
  await wait(asha, ravi);
  mailServer.refused.add(asha);
  const { out, code } = await shop('waitlist mail');
  expect(code).toBe(2);
  expect(out).toContain(`✗ ${asha}: 550 5.1.1 No such user`);
  expect(out).toContain('1 email sent.\nThe mail server refused 1 email');
  expect(await whoWaits()).toEqual([asha]);
  mailServer.refused.clear();
  expect((await shop('waitlist mail')).code).toBe(0);
  expect(recipientsOf(mailServer)).toEqual([asha, ravi]);
});

test('without a mail server everyone stays on the list', async () => {
  await wait(asha);
  const { out, code } = await shop('waitlist mail', { SMTP_URL: '' });
  expect([code, out]).toEqual([2, expect.stringContaining('✗ The emails cannot be sent: Set SMTP_URL')]);
  expect(await whoWaits()).toEqual([asha]);
  expect(await redis.hlen(waitlistTellingKey())).toBe(0);
});

test('the next run finishes a killed one and sends nothing twice', async () => {
  const everyone = Array.from({ length: 12 }, (_, at) => `visitor-${at}@example.com`);
  await wait(...everyone);
  const child = startCommand('waitlist mail');
  mailServer.beforeAccepting = () => {
    if (mailServer.emails.length >= 5) child.kill('SIGKILL');
  };
  await once(child, 'exit');
  mailServer.beforeAccepting = () => {};
  const before = await whoWaits();
  expect(before.length).toBeGreaterThan(0);
  // Its claim expires after a minute.
  await redis.del(waitlistTellingKey());
  expect((await shop('waitlist mail')).code).toBe(0);
  expect(await whoWaits()).toEqual([]);
  expect([...new Set(recipientsOf(mailServer))]).toEqual(everyone.toSorted());
  // Only the email that was being sent when the run died may be sent twice, and both have one Message-ID.
  const doubled = recipientsOf(mailServer).filter((email, at, all) => all.indexOf(email) !== at);
  expect(doubled.length).toBeLessThanOrEqual(3);
  for (const email of doubled) {
    const ids = mailServer.emails.filter(({ to }) => to.includes(email)).map(({ mail }) => mail.messageId);
    expect(new Set(ids).size).toBe(1);
  }
});

test('a run does not send entries that another run has claimed', async () => {
  await wait(asha, ravi);
  expect(await claimWaitlistEntry(asha)).toBe('taken');
  expect(await claimWaitlistEntry(asha)).toBe('in-hand');
  expect(await claimWaitlistEntry(meera)).toBe('gone');
  const { out, code } = await shop('waitlist mail');
  expect([code, out]).toEqual([0, expect.stringContaining('Another run is sending to 1 visitor')]);
  expect(recipientsOf(mailServer)).toEqual([ravi]);
  expect(await whoWaits()).toEqual([asha]);
});
