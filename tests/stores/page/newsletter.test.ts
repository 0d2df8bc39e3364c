import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { fieldMessages } from '../../../src/contract/messages/address.ts';
import { newsletterMessages } from '../../../src/contract/messages/newsletter-and-waitlist.ts';
import { shop } from '../../../src/domain/config.ts';
import { late, ok, openBrowser, refused, useBrowser } from '../fake-browser.ts';
import { openStores } from '../open-stores.ts';

const browser = useBrowser(() => openBrowser('/about'));
beforeEach(() => {
  vi.stubGlobal('navigator', { onLine: true });
});
afterEach(() => {
  vi.useRealTimers();
  vi.unstubAllGlobals();
});

const open = () => openStores('page');

const email = 'asha@example.com';

/** The messages of box and toast after one attempt. */
async function said(): Promise<{ status: string; message: string | null; toasts: [string, string][] }> {
  const { subscribe, $newsletter, $toasts } = await open();
  await subscribe(email);
  return { ...$newsletter.get(), toasts: $toasts.get().map(({ kind, text }) => [kind, text]) };
}

const failure = (message: string) => ({ status: 'failed', message, toasts: [['error', message]] });
const answers = (body: BodyInit | null, status = 200) =>
  browser.says('newsletter.subscribe', () => new Response(body, { status }));

test('success shows a message, and a note beside the box to confirm the email', async () => {
  browser.says('newsletter.subscribe', () => ({ ...ok, message: 'whatever the server says' }));
  expect(await said()).toEqual({
    status: 'subscribed',
    message: newsletterMessages.check,
    toasts: [['success', 'Subscribed successfully!']],
  });
  expect(browser.asked).toMatchObject([{ name: 'newsletter.subscribe', body: { email } }]);
});

test.each([
  ['success false with a message', '{"success":false,"message":"Not today"}', 200, 'Not today'],
  ['success false without one', '{"success":false}', 200, 'Subscription failed'],
  ['success false with an empty one', '{"success":false,"message":""}', 200, 'Subscription failed'],
  ['a server error with a message', '{"success":false,"message":"Too many tries"}', 429, 'Too many tries'],
  ['a server error without one', '{"success":false}', 500, 'Server error: 500'],
  ['a server error that is a page', '<!doctype html>', 502, 'Server error: 502'],
  ['an answer that is no JSON', '<!doctype html>', 200, 'Failed to subscribe. Please try again.'],
  ['an empty object as answer', '{}', 200, 'Failed to subscribe. Please try again.'],
  ['an answer that is null', 'null', 200, 'Failed to subscribe. Please try again.'],
])('%s shows the documented message', async (_title, body, status, message) => {
  answers(body, status);
  expect(await said()).toEqual(failure(message));
});

test('a refused connection while the device is online is reported as a server problem', async () => {
  browser.network.isUp = false;
  expect(await said()).toEqual(failure('Cannot connect to server. Please check if the backend is running.'));
});

test('an offline device gets no response', async () => {
  browser.network.isUp = false;
  vi.stubGlobal('navigator', { onLine: false });
  expect(await said()).toEqual(failure('No response from server. Please check your connection.'));
});

test('an interrupted answer counts as no response', async () => {
  const broken = new ReadableStream({ start: (controller) => controller.error(new TypeError('cut')) });
  answers(broken);
  expect(await said()).toEqual(failure('No response from server. Please check your connection.'));
});

test('ten seconds without an answer count as no response, and less does not', async () => {
  expect(shop.newsletterTimeoutMs).toBe(10_000);
  const end = new AbortController();
  const timeout = vi.spyOn(AbortSignal, 'timeout').mockReturnValue(end.signal);
  vi.stubGlobal('fetch', (_address: string, { signal }: RequestInit) => {
    return new Promise((_resolve, reject) => {
      signal?.addEventListener('abort', () => reject(new DOMException('time is over', 'TimeoutError')));
    });
  });
  const { subscribe, $newsletter } = await open();
  const trying = subscribe(email);
  expect(timeout.mock.calls).toEqual([[10_000]]);
  expect($newsletter.get()).toEqual({ status: 'sending', message: null });
  end.abort();
  await trying;
  expect($newsletter.get()).toEqual({
    status: 'failed',
    message: 'No response from server. Please check your connection.',
  });
});

test('an invalid email sends no request', async () => {
  const { subscribe, $newsletter } = await open();
  for (const typed of ['', 'asha', 'asha@', 'asha@example']) {
    await subscribe(typed);
    expect($newsletter.get()).toEqual({ status: 'failed', message: fieldMessages.email });
  }
  expect(browser.asked).toEqual([]);
});

test('a second tap during the request sends nothing; typing removes the message', async () => {
  const answer = late<ReturnType<typeof refused>>();
  browser.says('newsletter.subscribe', () => answer.promise);
  const { subscribe, forgetOutcome, $newsletter } = await open();
  const taps = [subscribe(email), subscribe(email)];
  forgetOutcome();
  expect($newsletter.get().status).toBe('sending');
  answer.resolve(refused('invalid', fieldMessages.email));
  await Promise.all(taps);
  expect(browser.asked).toHaveLength(1);
  expect($newsletter.get().message).toBe(fieldMessages.email);
  forgetOutcome();
  expect($newsletter.get()).toEqual({ status: 'idle', message: null });
});
