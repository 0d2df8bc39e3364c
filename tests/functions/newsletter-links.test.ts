import { randomUUID } from 'node:crypto';
import { describe, expect, test } from 'vitest';
import leaveFunction from '../../netlify/functions/newsletter-leave.ts';
import { codesKey, codesGivenKey, confirmLinkKey, newsletterKey } from '../../netlify/storage/keys.ts';
import { personHash } from '../../netlify/storage/person-hash.ts';
import { readSubscriptions } from '../../netlify/storage/newsletter.ts';
import { newsletterConfirmMessages } from '../../src/contract/messages/newsletter-and-waitlist.ts';
import { lifetimes } from '../../src/domain/config.ts';
import { discountedBody } from '../support/codes.ts';
import { connect, storedText } from '../support/redis.ts';
import { call, hoodie, newEmail, newShopper, place, workDone } from '../support/shop-calls.ts';
import { confirm, useNewsletter } from '../support/newsletter.ts';

const redis = connect({ automaticDeserialization: false });
const { emailsTo, lastTo, asked, subscribed } = useNewsletter();

/** The unsubscribe address in the newest email, and its headers. */
function leaveUrlOf(email: string): string {
  return /^List-Unsubscribe: <(.+)>\r?$/m.exec(emailsTo(email).at(-1)?.raw ?? '')?.[1] ?? '';
}

const post = (
  url: string,
  body: string,
  type = 'application/x-www-form-urlencoded',
  headers: Record<string, string> = {},
) => leaveFunction(new Request(url, { method: 'POST', body, headers: { ...headers, 'content-type': type } }));

describe('confirming a subscription', () => {
  test('creates a code for one order within a year, shows it and emails it', async () => {
    const email = newEmail();
    const { status, body } = await confirm(await asked(email));
    expect(status).toBe(200);
    expect(body.message).toBe(newsletterConfirmMessages.confirmed);
    const { code = '', percent, expiresAt = 0 } = body.code ?? {};
    expect(code).toMatch(/^TAANA-[0-9A-HJKMNP-TV-Z]{4}-[0-9A-HJKMNP-TV-Z]{4}$/);
    expect(percent).toBe(20);
    expect((expiresAt - Date.now()) / 86_400_000).toBeGreaterThan(364);
    // Until the end of the day in India that the email names.
    expect((expiresAt + 1 + 5.5 * 3_600_000) % 86_400_000).toBe(0);
    await workDone();
    const sent = lastTo(email);
    expect(sent?.subject).toBe('Your code for 20% off at Taana');
    const day = new Intl.DateTimeFormat('en-IN', { dateStyle: 'long', timeZone: 'Asia/Kolkata' });
    for (const text of [sent?.text, sent?.html]) {
      expect(text).toContain(code);
      expect(text).toContain(day.format(expiresAt));
    }
    const { token } = await newShopper();
    expect((await place(token, discountedBody(code, 20, [hoodie, 'M', 1]))).status).toBe(200);
  });

  test('repeatedly, by one link or several at once, creates one code', async () => {
    const email = newEmail();
    const [first, second] = [await asked(email), await asked(email)];
    const answers = await Promise.all([first, second, first, second, first].map(confirm));
    const codes = new Set(answers.map(({ body }) => body.code?.code));
    expect([answers.map(({ status }) => status), codes.size]).toEqual([[200, 200, 200, 200, 200], 1]);
    expect(await redis.hlen(codesKey())).toBe(1);
    await workDone();
    expect(emailsTo(email).filter(({ mail }) => mail.subject?.startsWith('Your code'))).toHaveLength(1);
    const [code] = codes;
    const known = { message: newsletterConfirmMessages.known, code: { code } };
    expect((await confirm(first)).body).toMatchObject(known);
  });

  test('gives every mailbox one code only, even with a plus tag or after unsubscribing', async () => {
    const { email, code } = await subscribed();
    expect(code).not.toBe('');
    await post(leaveUrlOf(email), 'List-Unsubscribe=One-Click');
    expect(await subscribed(email)).toEqual({ email, code: '' });
    expect(lastTo(email)?.subject).toBe('Welcome back to the newsletter of Taana');
    const other = email.replace('@', '+shop@');
    expect(await subscribed(other)).toEqual({ email: other, code: '' });
    expect(await redis.hlen(codesKey())).toBe(1);
    const codes = await Promise.all([subscribed(), subscribed()]);
    expect(new Set(codes.map((each) => each.code)).size).toBe(2);
  });

  test('gives one Gmail mailbox one code in any spelling', async () => {
    const name = `asha${randomUUID().slice(0, 8).replaceAll('-', '')}`;
    expect((await subscribed(`${name}@gmail.com`)).code).not.toBe('');
    const dotted = [...name].join('.');
    for (const email of [`${dotted}@gmail.com`, `${name}@googlemail.com`, `a.${name.slice(1)}+x@gmail.com`]) {
      expect(await subscribed(email)).toEqual({ email, code: '' });
    }
    expect(await redis.hlen(codesKey())).toBe(1);
    await redis.hset(codesGivenKey(), { [personHash('old.spelling@gmail.com')]: 1 });
    expect((await subscribed('old.spelling@gmail.com')).code).toBe('');
  });

  test('needs a valid link: not an invented or expired one, nor one of a former subscriber', async () => {
    const ended = { success: false, code: 'invalid', message: newsletterConfirmMessages.ended };
    for (const token of ['x', randomUUID(), '../newsletter'])
      expect((await confirm(token)).body).toEqual(ended);
    const email = newEmail();
    const token = await asked(email);
    const [link = ''] = await redis.keys(confirmLinkKey('*'));
    const left = await redis.pttl(link);
    expect(left).toBeGreaterThan(lifetimes.newsletterLinkMs - 60_000);
    expect(left).toBeLessThanOrEqual(lifetimes.newsletterLinkMs);
    await post(leaveUrlOf(email), '');
    expect((await confirm(token)).body).toEqual(ended);
    expect(await readSubscriptions()).toEqual([]);
  });

  test('stores no token in plain text and no email outside the subscription', async () => {
    const email = newEmail();
    const token = await asked(email);
    await subscribed(email);
    const leave = new URL(leaveUrlOf(email)).searchParams.get('token') ?? '';
    const all = await storedText((await redis.keys('*')).filter((key) => key !== newsletterKey()));
    for (const secret of [token, leave, email]) expect(all).not.toContain(secret);
  });
});

describe('unsubscribing', () => {
  test('needs one POST and no script, from the headers of every email (RFC 8058)', async () => {
    const { email, code } = await subscribed();
    expect(emailsTo(email)).toHaveLength(2);
    for (const { raw, mail } of emailsTo(email)) {
      expect(raw).toMatch(
        /^List-Unsubscribe: <https:\/\/shop\.example\/newsletter\/unsubscribe\?token=[\w-]+>\r?$/m,
      );
      expect(raw).toMatch(/^List-Unsubscribe-Post: List-Unsubscribe=One-Click\r?$/m);
      const address = /^List-Unsubscribe: <(.+)>\r?$/m.exec(raw)?.[1] ?? '-';
      for (const text of [mail.text, mail.html]) expect(text).toContain(address);
    }
    const url = leaveUrlOf(email);
    const answer = await post(url, 'List-Unsubscribe=One-Click');
    expect([answer.status, answer.headers.get('location')]).toEqual([200, null]);
    expect(await readSubscriptions()).toEqual([]);
    // The promised code stays valid.
    const { token } = await newShopper();
    expect((await call('discount.check', { token, body: { code } })).status).toBe(200);
    expect((await post(url, 'List-Unsubscribe=One-Click')).status).toBe(200);
  });

  test('works from the page’s button, and as multipart, which some mail programs send', async () => {
    const { email } = await subscribed();
    const answer = await post(leaveUrlOf(email), '');
    expect([answer.status, answer.headers.get('location')]).toEqual([303, '/newsletter#left']);
    expect(await readSubscriptions()).toEqual([]);
    await subscribed(email);
    const parts =
      '--x\r\nContent-Disposition: form-data; name="List-Unsubscribe"\r\n\r\nOne-Click\r\n--x--\r\n';
    expect((await post(leaveUrlOf(email), parts, 'multipart/form-data; boundary=x')).status).toBe(200);
    expect(await readSubscriptions()).toEqual([]);
  });

  test('is refused from another site, but works in one click from a mail program', async () => {
    const { email } = await subscribed();
    const from = { 'sec-fetch-site': 'cross-site', origin: 'https://mail.example' };
    const answer = await post(leaveUrlOf(email), '', undefined, from);
    expect(answer.headers.get('location')).toBe('/newsletter#again');
    expect(await readSubscriptions()).toHaveLength(1);
    expect((await post(leaveUrlOf(email), 'List-Unsubscribe=One-Click', undefined, from)).status).toBe(200);
    expect(await readSubscriptions()).toEqual([]);
  });
});
