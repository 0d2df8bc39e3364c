import { beforeEach, expect, test } from 'vitest';
import { commit, nothingElse } from '../../netlify/storage/commit.ts';
import { staffLogKey } from '../../netlify/storage/staff-keys.ts';
import { isLogWhole, logEntry, readLog, readLogMonths, readLogOf } from '../../netlify/storage/staff-log.ts';
import { connect, flush } from '../support/redis.ts';

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

test('an entry that was changed or removed in the database shows', async () => {
  expect(await isLogWhole()).toBe(true);
  for (const subject of ['order:1', 'order:2', 'order:3']) await write(subject);
  expect(await isLogWhole()).toBe(true);
  const [month = ''] = await readLogMonths();
  const key = staffLogKey(month);
  for (const at of [0, 1, 2]) {
    const text = (await redis.lindex(key, at)) as string;
    await redis.lset(key, at, text.replace('Shipped', 'Delivered'));
    expect(await isLogWhole()).toBe(false);
    await redis.lset(key, at, text);
    expect(await isLogWhole()).toBe(true);
  }
  await redis.rpop(key);
  expect(await isLogWhole()).toBe(false);
  await redis.del(key);
  expect(await isLogWhole()).toBe(false);
});

test('entries that are written while the log is checked raise no false alarm', async () => {
  await write('order:0');
  const found: boolean[] = [];
  await Promise.all([
    ...Array.from({ length: 40 }, (_, at) => write(`order:${at}`)),
    ...Array.from({ length: 20 }, async () => found.push(await isLogWhole())),
  ]);
  expect(found).not.toContain(false);
  expect(await isLogWhole()).toBe(true);
});
