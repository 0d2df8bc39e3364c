import { expect, test } from 'vitest';
import { askFor, readSubscriptions } from '../../netlify/storage/newsletter.ts';
import { readWaiting } from '../../netlify/storage/owner-queues.ts';
import { saveSubscription } from '../../netlify/storage/back-in-stock.ts';

const [asha, ravi] = ['asha@example.com', 'ravi@example.com'] as const;

const wish = (email: string, at: number) => ({ email, at, privacyVersion: '2026-11-22' });

test('a repeated subscription is stored once, at its first position and with its last time', async () => {
  await askFor([], wish(asha, 2));
  await askFor([], wish(ravi, 1));
  await askFor([], { ...wish(asha, 3), privacyVersion: '2026-12-01' });
  const waiting = { confirmedAt: null, code: null };
  expect(await readSubscriptions()).toEqual([
    { ...wish(ravi, 1), ...waiting },
    { ...wish(asha, 3), privacyVersion: '2026-12-01', ...waiting },
  ]);
});

test('subscribers of many sizes are read in one request, in order', async () => {
  await saveSubscription([], { productId: 'loom-hoodie', size: 'M', initial: 0 }, asha);
  await saveSubscription([], { productId: 'loom-hoodie', size: 'M', initial: 0 }, ravi);
  const sizes = Array.from({ length: 450 }, (_, at) => ({ productId: `tee-${at}`, size: 'S' }));
  const lists = await readWaiting([...sizes, { productId: 'loom-hoodie', size: 'M' }]);
  expect(lists).toHaveLength(451);
  expect(lists.at(-1)?.map(({ email }) => email)).toEqual([asha, ravi]);
  expect(lists.at(-1)?.[0]?.since).toBeGreaterThan(Date.now() - 60_000);
  expect(lists.slice(0, 450).flat()).toEqual([]);
  expect(await readWaiting([])).toEqual([]);
});
