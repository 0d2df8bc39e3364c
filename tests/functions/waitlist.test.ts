import { beforeEach, describe, expect, test, vi } from 'vitest';
import { readWaitlist } from '../../netlify/storage/waitlist.ts';
import { requestMessages } from '../../src/contract/messages/page.ts';
import { waitlistMessages } from '../../src/contract/messages/newsletter-and-waitlist.ts';
import { routeNames, rulesOf } from '../../src/contract/routes.ts';
import { policyVersions } from '../../src/content/snapshot-edition.ts';
import { callBodies } from '../support/call-bodies.ts';
import { flush } from '../support/redis.ts';
import { expectRefused } from '../support/refusals.ts';
import { call, newKey, newShopper, respond } from '../support/shop-calls.ts';

/** 21 November 2026, 5:03 pm in India. */
const NOW = Date.UTC(2026, 10, 21, 11, 33);
const ids = {
  EMAILJS_SERVICE_ID: 'service_taana',
  EMAILJS_TEMPLATE_ID: 'template_waitlist',
  EMAILJS_PUBLIC_KEY: 'public-key',
};
const person = { user_email: 'asha@example.com', user_name: 'Waitlist User' };
const asha = { ...person, message: waitlistMessages.request };
const join = (body: unknown) => call('waitlist', { body });

beforeEach(async () => {
  await flush();
  vi.spyOn(Date, 'now').mockReturnValue(NOW);
  for (const [name, value] of Object.entries(ids)) vi.stubEnv(name, value);
});

test('a waitlist entry stores the form, the time and the privacy policy', async () => {
  const { status, body, headers } = await join(asha);
  expect([status, body.success, body.message]).toEqual([200, true, waitlistMessages.joined]);
  expect(headers.get('cache-control')).toBe('private, no-store');
  expect(await readWaitlist()).toEqual([
    {
      email: 'asha@example.com',
      name: 'Waitlist User',
      at: NOW,
      formSent: false,
      message: 'Please notify me when the site is live.',
      privacyVersion: policyVersions.privacy,
    },
  ]);
});

test('the reply names the fields, ids and time for the email service', async () => {
  expect((await join({ ...asha, user_email: ' Asha@Example.COM ' })).body.formSend).toEqual({
    address: 'https://api.emailjs.com/api/v1.0/email/send-form',
    fields: {
      user_email: 'asha@example.com',
      user_name: 'Waitlist User',
      time: '21 November 2026 at 5:03 pm',
      message: 'Please notify me when the site is live.',
      service_id: 'service_taana',
      template_id: 'template_waitlist',
      user_id: 'public-key',
    },
  });
  vi.stubEnv('EMAILJS_API_URL', '/__emailjs/');
  expect((await join(asha)).body.formSend?.address).toBe('/__emailjs/api/v1.0/email/send-form');
});

test.each(Object.keys(ids))(
  'without %s nothing is sent to the email service, and the entry is stored',
  async (name) => {
    vi.stubEnv(name, '');
    const { status, body } = await join(asha);
    expect([status, body.formSend]).toEqual([200, null]);
    expect(await readWaitlist()).toHaveLength(1);
  },
);

test('joining twice gets the same answer and keeps the first position', async () => {
  const first = await join(asha);
  const kept = await readWaitlist();
  const again = await join({ ...asha, user_email: 'ASHA@example.com' });
  expect([again.status, again.body]).toEqual([first.status, first.body]);
  expect(await readWaitlist()).toEqual(kept);
});

describe('the report that the email service has received a form', () => {
  const markSent = (user_email: string) => call('waitlist.sent', { body: { user_email } });

  test('is stored in its entry, which does not change otherwise', async () => {
    await join(asha);
    await join({ ...asha, user_email: 'ravi@example.com' });
    const [before] = await readWaitlist();
    expect((await markSent(' ASHA@example.com')).body).toEqual({ success: true });
    const waiting = await readWaitlist();
    const after = { ...before, email: asha.user_email, formSent: true };
    expect(waiting.find(({ email }) => email === asha.user_email)).toEqual(after);
    expect(waiting.find(({ email }) => email === 'ravi@example.com')?.formSent).toBe(false);
  });

  test('reveals nothing about the list and adds nobody', async () => {
    expect((await markSent('nobody@example.com')).body).toEqual({ success: true });
    expect(await readWaitlist()).toEqual([]);
  });
});

describe('a form posted without script', () => {
  const post = async (body: string, path = '/api/waitlist') => {
    const headers = { 'content-type': 'application/x-www-form-urlencoded;charset=UTF-8' };
    const response = await respond(path, { body, headers });
    return { status: response.status, location: response.headers.get('location') };
  };

  test('redirects to a page that shows the result', async () => {
    const form = new URLSearchParams(asha).toString();
    expect(await post(form)).toEqual({ status: 303, location: '/coming-soon#joined' });
    expect(await post(form)).toEqual({ status: 303, location: '/coming-soon#joined' });
    expect(await readWaitlist()).toMatchObject([{ email: asha.user_email, name: 'Waitlist User' }]);
    for (const wrong of ['user_email=asha', '', `user_email=${'x'.repeat(9_000)}`]) {
      expect(await post(wrong)).toEqual({ status: 303, location: '/coming-soon#failed' });
    }
  });

  test('works for this call alone', async () => {
    const { status } = await post(new URLSearchParams(asha).toString(), '/api/waitlist/sent');
    expect(status).toBe(400);
  });
});

describe('a shop before its launch', () => {
  beforeEach(() => vi.stubEnv('SHOP_MODE', 'coming-soon'));

  const sells = /^(?:product|notify|wishlist|cart|discount)\b|^order\.(?:place|razorpay|stripe)$/;
  test.each(routeNames.filter((name) => sells.test(name)))('refuses every call of %s', async (name) => {
    const { token } = await newShopper();
    const answer = await call(name, { token, key: newKey(), body: callBodies[name] });
    expectRefused(answer, 403, 'not-open', requestMessages.notOpen);
  });

  test('lets visitors join, and keeps calls for accounts, orders and payments available', async () => {
    const { token } = await newShopper();
    expect((await join(asha)).status).toBe(200);
    for (const name of routeNames.filter((each) => rulesOf(each).openBeforeLaunch)) {
      const { body } = await call(name, { token, key: newKey() });
      expect(body.code, name).not.toBe('not-open');
    }
    for (const name of [
      'user.login',
      'user.forgot',
      'user.reset',
      'user.confirm-email',
      'user.export',
      'order.verifyRazorpay',
      'order.verifyStripe',
      'order.pay',
      'order.giveUp',
      'order.userorders',
      'order.invoice',
      'newsletter.confirm',
      'health',
    ] as const) {
      expect(rulesOf(name).openBeforeLaunch, name).toBe(true);
    }
  });
});
