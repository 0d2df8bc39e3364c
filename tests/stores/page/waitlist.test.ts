import { beforeEach, expect, test, vi } from 'vitest';
import { waitlistMessages } from '../../../src/contract/messages/newsletter-and-waitlist.ts';
import type { Reply } from '../../../src/contract/routes.ts';
import { late, ok, openBrowser, refused, useBrowser } from '../fake-browser.ts';

const form = {
  user_email: 'asha@example.com',
  user_name: 'Waitlist User',
  message: waitlistMessages.request,
};
const kept: Reply<'waitlist'> = { ...ok, message: waitlistMessages.joined, formSend: null };
const formSend = {
  address: 'https://api.emailjs.com/api/v1.0/email/send-form',
  fields: { ...form, time: '21 November 2026 at 5:03 pm', user_id: 'public-key' },
};

const browser = useBrowser(() => openBrowser('/coming-soon'));
/** The requests to the email service and its answers in turn; the last answer repeats. */
let forms: Record<string, unknown>[];
let answers: (number | 'dead')[];

beforeEach(() => {
  browser.says('waitlist', () => kept);
  browser.says('waitlist.sent', () => ok);
  forms = [];
  answers = [200];
  const shop = fetch;
  vi.stubGlobal('fetch', async (address: string, request: RequestInit) => {
    if (!address.startsWith('https://api.emailjs.com')) return shop(address, request);
    forms.push(Object.fromEntries(request.body as FormData));
    const answer = answers.length > 1 ? answers.shift() : answers[0];
    if (answer === 'dead') throw new TypeError('fetch failed');
    return new Response('', { status: answer ?? 200 });
  });
});

const open = () => import('../../../src/stores/page/waitlist.ts');

test('idle, sending, joined: the three fields are sent to the shop', async () => {
  const { $waitlist, joinWaitlist } = await open();
  const seen: string[] = [];
  $waitlist.subscribe((state) => void seen.push(state));
  await joinWaitlist(form);
  expect(seen).toEqual(['idle', 'sending', 'joined']);
  expect(browser.asked.map(({ name, body }) => [name, body])).toEqual([['waitlist', form]]);
  expect(forms).toEqual([]);
});

test.each(['too-many', 'network'] as const)(
  'a failure of kind %s is shown, and the next submit clears it first',
  async (kind) => {
    if (kind === 'network') browser.network.isUp = false;
    else browser.says('waitlist', () => refused(kind));
    const { $waitlist, joinWaitlist } = await open();
    const seen: string[] = [];
    $waitlist.listen((state) => void seen.push(state));
    await joinWaitlist(form);
    browser.network.isUp = true;
    browser.says('waitlist', () => kept);
    await joinWaitlist(form);
    expect(seen).toEqual(['sending', 'failed', 'sending', 'joined']);
    expect(forms).toEqual([]);
  },
);

test('a second submit during the first is ignored', async () => {
  const answer = late<typeof kept>();
  browser.says('waitlist', () => answer.promise);
  const { $waitlist, joinWaitlist } = await open();
  const first = joinWaitlist(form);
  await joinWaitlist({ ...form, user_email: 'ravi@example.com' });
  expect($waitlist.get()).toBe('sending');
  answer.resolve(kept);
  await first;
  expect([$waitlist.get(), browser.asked.length]).toEqual(['joined', 1]);
});

test('the email service gets the form once the shop has stored the email, and the shop gets a report', async () => {
  browser.says('waitlist', () => ({ ...kept, formSend }));
  const { joinWaitlist } = await open();
  await joinWaitlist(form);
  expect(forms).toEqual([formSend.fields]);
  expect(browser.asked.map(({ name, body }) => [name, body])).toEqual([
    ['waitlist', form],
    ['waitlist.sent', { user_email: form.user_email }],
  ]);
});

test.each([451, 403, 500, 'dead'] as const)(
  'if the email service answers %s, the visitor has joined and the email counts as unsent',
  async (answer) => {
    browser.says('waitlist', () => ({ ...kept, formSend }));
    answers = [answer];
    const { $waitlist, joinWaitlist } = await open();
    await joinWaitlist(form);
    expect($waitlist.get()).toBe('joined');
    expect(forms).toHaveLength(1);
    expect(browser.namesAsked()).toEqual(['waitlist']);
  },
);

test('the form shows that the visitor joined before the email service answers', async () => {
  browser.says('waitlist', () => ({ ...kept, formSend }));
  const { $waitlist, joinWaitlist } = await open();
  const shop = fetch;
  const reached = late<void>();
  vi.stubGlobal('fetch', (address: string, request: RequestInit) => {
    if (!address.startsWith('https://api.emailjs.com')) return shop(address, request);
    reached.resolve();
    return new Promise(() => {});
  });
  void joinWaitlist(form);
  await reached.promise;
  expect($waitlist.get()).toBe('joined');
});

test('a busy service is retried up to three times', async () => {
  vi.useFakeTimers();
  browser.says('waitlist', () => ({ ...kept, formSend }));
  const { joinWaitlist } = await open();
  answers = [429, 429, 200];
  const joining = joinWaitlist(form);
  await vi.runAllTimersAsync();
  await joining;
  expect([forms.length, browser.namesAsked()]).toEqual([3, ['waitlist', 'waitlist.sent']]);

  [forms, answers] = [[], [429]];
  const again = joinWaitlist(form);
  await vi.runAllTimersAsync();
  await again;
  expect([forms.length, browser.namesAsked().slice(2)]).toEqual([4, ['waitlist']]);
  vi.useRealTimers();
});
