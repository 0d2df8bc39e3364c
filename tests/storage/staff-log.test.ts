import { beforeEach, expect, test, vi } from 'vitest';
import { commit, nothingElse } from '../../netlify/storage/transaction.ts';
import { staffLogKey } from '../../netlify/storage/staff-keys.ts';
import { logEntry, readLog, readLogMonths, readLogOf, readLogPart } from '../../netlify/storage/staff-log.ts';
import { connect, flush } from '../support/redis.ts';
import { isLogIntact } from '../support/log-integrity.ts';

const redis = connect({ automaticDeserialization: false });
const asha = { email: 'asha@example.com', role: 'owner' } as const;

beforeEach(flush);

const write = (subject: string) =>
  commit(null, {
    ...nothingElse,
    writes: [],
    log: [logEntry(asha, 'orders.ship', subject, 'Processing', 'Shipped')],
  });

test('an entry is listed by month and by subject, newest first', async () => {
  for (const subject of ['order:1', 'order:2', 'order:1']) await write(subject);
  const [month = ''] = await readLogMonths();
  const { entries, next } = await readLog(month, null, 2);
  expect(entries.map(({ subject }) => subject)).toEqual(['order:1', 'order:2']);
  expect((await readLog(month, next, 2)).entries.map(({ subject }) => subject)).toEqual(['order:1']);
  expect(await readLogOf('order:1', 9)).toHaveLength(2);
});

test('an entry that was changed or removed in the database is reported', async () => {
  expect(await isLogIntact()).toBe(true);
  for (const subject of ['order:1', 'order:2', 'order:3']) await write(subject);
  expect(await isLogIntact()).toBe(true);
  const [month = ''] = await readLogMonths();
  const key = staffLogKey(month);
  for (const at of [0, 1, 2]) {
    const text = (await redis.lindex(key, at)) as string;
    await redis.lset(key, at, text.replace('Shipped', 'Delivered'));
    expect(await isLogIntact()).toBe(false);
    await redis.lset(key, at, text);
    expect(await isLogIntact()).toBe(true);
  }
  await redis.rpop(key);
  expect(await isLogIntact()).toBe(false);
  await redis.del(key);
  expect(await isLogIntact()).toBe(false);
});

test('a part of a long month also reports changed or removed entries at its edges, and none of them twice', async () => {
  for (let at = 0; at < 60; at += 1) await write(`order:${at}`);
  const [month = ''] = await readLogMonths();
  const subjects: string[] = [];
  for (let from: number | null = 0; from !== null;) {
    const { entries, isWhole, next } = await readLogPart(month, from, 10);
    expect(isWhole).toBe(true);
    subjects.push(...entries.map(({ subject }) => subject));
    from = next;
  }
  expect(subjects).toEqual(Array.from({ length: 60 }, (_, at) => `order:${at}`));
  const key = staffLogKey(month);
  await redis.lrem(key, 1, (await redis.lindex(key, 30)) as string);
  expect((await readLogPart(month, 20, 10)).isWhole).toBe(false);
  expect((await readLogPart(month, 30, 10)).isWhole).toBe(false);
  expect(await isLogIntact(10)).toBe(false);
});

test('a removed month is reported in the months beside it', async () => {
  vi.useFakeTimers({ toFake: ['Date'] });
  for (const [at, day] of ['2026-09-05', '2026-10-05', '2026-11-05'].entries()) {
    vi.setSystemTime(new Date(day));
    await write(`order:${at}`);
  }
  vi.useRealTimers();
  expect(await isLogIntact()).toBe(true);
  await redis.del(staffLogKey('2026-10'));
  expect((await readLogPart('2026-11', 0, 10)).isWhole).toBe(false);
});

test('entries written during a check raise no false alarm', async () => {
  await write('order:0');
  const found: boolean[] = [];
  await Promise.all([
    ...Array.from({ length: 40 }, (_, at) => write(`order:${at}`)),
    ...Array.from({ length: 20 }, async () => found.push(await isLogIntact())),
  ]);
  expect(found).not.toContain(false);
  expect(await isLogIntact()).toBe(true);
});
