import { randomUUID } from 'node:crypto';
import { expect, test } from 'vitest';
import { TooMany } from '../../netlify/storage/guard.ts';
import { askFor, readSubscriptions } from '../../netlify/storage/newsletter.ts';
import { readWaiting } from '../../netlify/storage/owner-reads.ts';
import { joinWaitlist, readWaitlist } from '../../netlify/storage/waitlist.ts';
import { saveSubscription } from '../../netlify/storage/back-in-stock.ts';

const [asha, ravi] = ['asha@example.com', 'ravi@example.com'] as const;
const entry = (email: string, at: number) => ({
  email,
  name: 'Waitlist User',
  message: 'Please notify me',
  at,
  privacyVersion: '2026-11-20',
  formSent: false,
});
const full = () => ({ key: `limit:${randomUUID()}`, limit: 0, windowMs: 60_000, forgiven: false });

test('an e-mail is on the waitlist once, with what it said first', async () => {
  expect(await joinWaitlist([], entry(asha, 2))).toBe(true);
  expect(await joinWaitlist([], entry(ravi, 1))).toBe(true);
  expect(await joinWaitlist([], { ...entry(asha, 3), name: 'Somebody else' })).toBe(false);
  expect(await readWaitlist()).toEqual([entry(ravi, 1), entry(asha, 2)]);
});

const wish = (email: string, at: number) => ({ email, at, privacyVersion: '2026-11-22' });

test('a subscription is one, first come first, and of the last time that it was asked for', async () => {
  await askFor([], wish(asha, 2));
  await askFor([], wish(ravi, 1));
  await askFor([], { ...wish(asha, 3), privacyVersion: '2026-12-01' });
  const waiting = { confirmedAt: null, code: null };
  expect(await readSubscriptions()).toEqual([
    { ...wish(ravi, 1), ...waiting },
    { ...wish(asha, 3), privacyVersion: '2026-12-01', ...waiting },
  ]);
});

test('a call that its limits refuse joins no list', async () => {
  await expect(joinWaitlist([full()], entry('meera@example.com', 4))).rejects.toThrow(TooMany);
  await expect(askFor([full()], wish('meera@example.com', 4))).rejects.toThrow(TooMany);
  expect((await readWaitlist()).map(({ email }) => email)).not.toContain('meera@example.com');
  expect((await readSubscriptions()).map(({ email }) => email)).not.toContain('meera@example.com');
});

test('who waits is read for many sizes at once, in their order', async () => {
  await saveSubscription([], { productId: 'loom-hoodie', size: 'M', opening: 0 }, asha);
  await saveSubscription([], { productId: 'loom-hoodie', size: 'M', opening: 0 }, ravi);
  const sizes = Array.from({ length: 450 }, (_, at) => ({ productId: `tee-${at}`, size: 'S' }));
  const lists = await readWaiting([...sizes, { productId: 'loom-hoodie', size: 'M' }]);
  expect(lists).toHaveLength(451);
  expect(lists.at(-1)?.map(({ email }) => email)).toEqual([asha, ravi]);
  expect(lists.at(-1)?.[0]?.since).toBeGreaterThan(Date.now() - 60_000);
  expect(lists.slice(0, 450).flat()).toEqual([]);
  expect(await readWaiting([])).toEqual([]);
});
