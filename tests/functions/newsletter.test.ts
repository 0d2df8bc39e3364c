import { describe, expect, test, vi } from 'vitest';
import { runReconciliation } from '../../netlify/services/reconciliation.ts';
import { runCleanup } from '../../netlify/services/cleanup.ts';
import { codesKey, newsletterOutboxKey, unconfirmedKey } from '../../netlify/storage/keys.ts';
import { readSubscriptions } from '../../netlify/storage/newsletter.ts';
import { fieldMessages } from '../../src/contract/messages/address.ts';
import { newsletterMessages } from '../../src/contract/messages/newsletter-and-waitlist.ts';
import { requestMessages } from '../../src/contract/messages/page.ts';
import { policyVersions } from '../../src/content/snapshot-edition.ts';
import { lifetimes } from '../../src/domain/config.ts';
import { connect } from '../support/redis.ts';
import { call, newEmail, respond, roundTrips, workDone } from '../support/shop-calls.ts';
import { subscribe, useNewsletter } from '../support/newsletter.ts';

const redis = connect({ automaticDeserialization: false });
const { mailServer, emailsTo, lastTo, asked, subscribed } = useNewsletter();

describe('subscribing', () => {
  test('emails a link that confirms the subscription, and stores time and privacy policy', async () => {
    const email = newEmail();
    const before = Date.now();
    const { status, body } = await subscribe(` ${email.toUpperCase()} `);
    expect([status, body]).toEqual([200, { success: true, message: newsletterMessages.check }]);
    await workDone();
    const [one, ...others] = await readSubscriptions();
    expect(others).toEqual([]);
    expect(one).toEqual({
      email,
      privacyVersion: policyVersions.privacy,
      confirmedAt: null,
      code: null,
      at: expect.any(Number) as number,
    });
    expect(one?.at).toBeGreaterThanOrEqual(before);
    expect(emailsTo(email)).toHaveLength(1);
    expect(lastTo(email)?.subject).toBe('Confirm your email for the newsletter of Taana');
    expect(await redis.hlen(codesKey())).toBe(0);
  });

  test('gives a subscriber and a stranger the same answer', async () => {
    const { email } = await subscribed();
    const known = await subscribe(email);
    const unknown = await subscribe(newEmail());
    expect([known.status, known.body]).toEqual([unknown.status, unknown.body]);
    expect([...known.headers]).toEqual([...unknown.headers]);
    expect(await roundTrips(() => subscribe(email))).toBe(await roundTrips(() => subscribe(newEmail())));
  });

  test('as a subscriber changes nothing, and the email repeats the code if it is still valid', async () => {
    const { email, code } = await subscribed();
    const before = await readSubscriptions();
    await subscribe(email);
    await workDone();
    expect(await readSubscriptions()).toEqual(before);
    expect(lastTo(email)?.subject).toBe('You already get the newsletter of Taana');
    expect(lastTo(email)?.text).toContain(code);
    expect(await redis.hlen(codesKey())).toBe(1);
  });

  test('with an invalid email is refused, with a message for the field', async () => {
    for (const email of ['', 'asha', 'asha@', 'a@b', undefined, 7]) {
      const { status, body } = await call('newsletter.subscribe', { body: { email } });
      expect([status, body.fields]).toEqual([400, { email: fieldMessages.email }]);
    }
    expect(await readSubscriptions()).toEqual([]);
  });

  test('sends one mailbox only a few emails an hour', async () => {
    const email = newEmail();
    const statuses: number[] = [];
    for (let tries = 0; tries < 6; tries += 1) statuses.push((await subscribe(email)).status);
    expect(statuses).toEqual([200, 200, 200, 200, 200, 429]);
  });

  test('does not wait for the email nor fail with it: the reconciliation job sends it when the mail server works again', async () => {
    vi.spyOn(console, 'error').mockReturnValue();
    const email = newEmail();
    vi.stubEnv('SMTP_URL', 'smtp://127.0.0.1:1');
    expect((await subscribe(email)).status).toBe(200);
    await workDone();
    expect(mailServer.emails).toEqual([]);
    vi.stubEnv('SMTP_URL', mailServer.url);
    const [due = ''] = await redis.zrange<string[]>(newsletterOutboxKey(), 0, -1);
    await redis.zadd(newsletterOutboxKey(), { xx: true }, { score: 1, member: due });
    await runReconciliation(10_000);
    expect(emailsTo(email)).toHaveLength(1);
  });

  const form = (email: string, headers = {}) =>
    respond('/api/newsletter/subscribe', {
      body: new URLSearchParams({ email }).toString(),
      headers: { ...headers, 'content-type': 'application/x-www-form-urlencoded' },
    });

  test('by a form without script ends on a page that shows the result', async () => {
    const email = newEmail();
    const good = await form(email);
    expect([good.status, good.headers.get('location')]).toEqual([303, '/newsletter#sent']);
    const bad = await form('asha');
    expect([bad.status, bad.headers.get('location')]).toEqual([303, '/newsletter#failed']);
    await workDone();
    expect(emailsTo(email)).toHaveLength(1);
  });

  const elsewhere: Record<string, string>[] = [
    { 'sec-fetch-site': 'cross-site', origin: 'https://evil.example' },
    { 'sec-fetch-site': 'same-site', origin: 'https://blog.shop.example' },
    { origin: 'https://evil.example' },
    { origin: 'https://shop.example.evil.example' },
    { origin: 'null' },
  ];
  test.each(elsewhere)('from another site sends no email: %j', async (headers) => {
    const email = newEmail();
    const posted = await form(email, headers);
    expect([posted.status, posted.headers.get('location')]).toEqual([303, '/newsletter#failed']);
    // A page can send JSON to another site without a preflight request if it declares it as plain text.
    for (const name of ['newsletter.subscribe', 'waitlist', 'user.forgot'] as const) {
      const body = JSON.stringify({ email, user_email: email });
      const sent = await call(name, { body, headers: { ...headers, 'content-type': 'text/plain' } });
      expect([sent.status, sent.body.message], name).toEqual([400, requestMessages.elsewhere]);
    }
    await workDone();
    expect([emailsTo(email), await readSubscriptions()]).toEqual([[], []]);
  });
});

test('the cleanup job removes only subscriptions unconfirmed for a week', async () => {
  const [late, waiting] = [newEmail(), newEmail()];
  const { email: here } = await subscribed();
  await asked(late);
  await asked(waiting);
  const [person] = await redis.zrange<string[]>(unconfirmedKey(), 0, 0);
  const score = Date.now() - lifetimes.newsletterLinkMs - 1_000;
  await redis.zadd(unconfirmedKey(), { score, member: person ?? '' });
  expect(await runCleanup(10_000)).toMatchObject({ unconfirmed: 1 });
  expect((await readSubscriptions()).map(({ email }) => email).sort()).toEqual([here, waiting].sort());
});
