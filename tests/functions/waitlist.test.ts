import { beforeEach, describe, expect, test, vi } from 'vitest';
import { readWaitlist } from '../../netlify/storage/waitlist.ts';
import { requestMessages } from '../../src/contract/messages/page.ts';
import { waitlistMessages } from '../../src/contract/messages/newsletter-and-waitlist.ts';
import { routeNames, rulesOf } from '../../src/contract/routes.ts';
import { policyVersions } from '../../src/content/snapshot-edition.ts';
import { flush } from '../support/redis.ts';
import { call, earlyProduct, hoodie, newKey, newShopper, orderBody, respond } from '../support/shop-calls.ts';

/** 21 November 2026, 5:03 pm in India. */
const NOW = Date.UTC(2026, 10, 21, 11, 33);
const ids = {
  EMAILJS_SERVICE_ID: 'service_taana',
  EMAILJS_TEMPLATE_ID: 'template_waitlist',
  EMAILJS_PUBLIC_KEY: 'public-key',
};
const person = { user_email: 'asha@example.com', user_name: 'Waitlist User' };
const asha = { ...person, message: waitlistMessages.request };
const join = (body: unknown, ip = '192.0.2.1') => call('waitlist', { body, ip });

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

test('one email can join ten times an hour from each address', async () => {
  const ip = '198.51.100.99';
  for (let tries = 0; tries < 10; tries += 1) expect((await join(asha, ip)).status).toBe(200);
  const { status, body, headers } = await join({ ...asha, user_email: 'ASHA@example.com' }, ip);
  expect([status, body.code]).toEqual([429, 'too-many']);
  expect(Number(headers.get('retry-after'))).toBeGreaterThan(0);
  expect((await join({ ...asha, user_email: 'ravi@example.com' }, ip)).status).toBe(200);
  expect((await join(asha, '198.51.100.1')).status).toBe(200);
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

  const wish = { productId: hoodie.id, size: 'M', email: 'asha@example.com' };
  test.each([
    ['product.list', { search: 'hoodie' }],
    ['product.stock', { id: hoodie.id }],
    ['product.early-order-interest', { productId: earlyProduct.id, email: 'asha@example.com' }],
    ['notify', wish],
    ['notify.check', wish],
    ['wishlist.toggle', { itemId: hoodie.id }],
    ['wishlist.get', undefined],
    ['cart.add', { itemId: hoodie.id, size: 'M' }],
    ['cart.add', { itemId: 'no-such-product', size: 'M' }],
    ['cart.update', { itemId: hoodie.id, size: 'M', quantity: 1 }],
    ['cart.get', undefined],
    ['discount.check', { code: 'TAANA-0000-0001' }],
    ['order.place', orderBody([hoodie, 'M', 1])],
    ['order.razorpay', orderBody([hoodie, 'M', 1])],
    ['order.stripe', orderBody([hoodie, 'M', 1])],
  ] as const)('refuses every call of %s with one message', async (name, body) => {
    const { token } = await newShopper();
    const answer = await call(name, { token, key: newKey(), body });
    const refusal = { success: false, code: 'not-open', message: requestMessages.notOpen };
    expect([answer.status, answer.body]).toEqual([403, refusal]);
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
