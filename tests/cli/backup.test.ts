import { readFile, stat, writeFile } from 'node:fs/promises';
import process from 'node:process';
import { setTimeout as wait } from 'node:timers/promises';
import { gunzipSync, gzipSync } from 'node:zlib';
import { once } from 'node:events';
import { expect, test, vi } from 'vitest';
import { shipOrder } from '../../netlify/services/order-admin.ts';
import { readSeries } from '../../netlify/storage/invoice-numbers.ts';
import { readOrder } from '../../netlify/storage/orders.ts';
import { readStock } from '../../netlify/storage/stock.ts';
import { findLogin } from '../../netlify/storage/accounts.ts';
import { financialYearOf } from '../../src/domain/tax-document.ts';
import { addBulk, contentOf, usePlace } from '../support/backups.ts';
import { linesOf, shopCommand as shop, shopProcess, startCommand } from '../support/command.ts';
import { useGoogle } from '../support/google-issuer.ts';
import { SHOP_ADDRESS, useProviders } from '../support/payments.ts';
import { useMailServer } from '../support/mail-server.ts';
import { connect } from '../support/redis.ts';
import { emptySecond, moveToSecond, second } from '../support/second-database.ts';
import { call, hoodie, newKey, newShopper, orderBody, workDone } from '../support/shop-calls.ts';
import { populateShop } from '../support/populated-shop.ts';

// Some tests start several processes, which is slow on a busy machine.
vi.setConfig({ testTimeout: 120_000 });

const providers = useProviders();
const issuer = useGoogle();
const mailServer = useMailServer(SHOP_ADDRESS);
const place = usePlace();
const there = second.UPSTASH_REDIS_REST_TOKEN;

const order = async (quantity: number) => {
  const { token } = await newShopper();
  const placed = await call('order.place', {
    token,
    key: newKey(),
    body: orderBody([hoodie, 'M', quantity]),
  });
  expect(placed.status).toBe(200);
  await workDone();
  return placed.body.orderId;
};

test('a restored shop has every kind of document and sells again', async () => {
  const orders = await populateShop(providers, mailServer, issuer);
  const before = await contentOf();
  const backup = await shop(['backup', place.file]);
  expect(backup).toMatchObject({ code: 0, err: expect.stringContaining('Database at') as string });
  expect((await stat(place.file)).mode & 0o777).toBe(0o600);
  expect(await contentOf()).toEqual(before);

  const restored = await shop(['restore', place.file], second);
  expect(restored).toMatchObject({ code: 0 });
  expect(await contentOf(there)).toEqual(before);
  expect(linesOf(restored.out).slice(0, -1)).toEqual(linesOf(backup.out).slice(0, -1));

  moveToSecond();
  const issued = await readSeries('IN', financialYearOf(Date.now()));
  const pieces = async () => (await readStock([hoodie])).get(hoodie.id)?.['M'] ?? 0;
  const left = await pieces();
  await order(2);
  expect(await pieces()).toBe(left - 2);
  await shipOrder(orders.processing, { courier: 'Delhivery', trackingNumber: '1' });
  expect((await readOrder(orders.processing))?.order.invoice?.number).toBe(issued.length + 1);
});

/** Kills a command without time for cleanup, once it has begun. */
async function killOnce(command: ReturnType<typeof startCommand>, hasBegun: () => Promise<boolean>) {
  const ended = once(command, 'exit');
  while (!(await hasBegun())) {
    expect(command.exitCode).toBeNull();
    await wait(2);
  }
  command.kill('SIGKILL');
  await ended;
}

test('a killed backup or restore continues, and later changes are in the next backup', async () => {
  await order(1);
  await addBulk(10_000);
  const before = await contentOf();
  await killOnce(startCommand(['backup', place.file]), async () => {
    const note = await readFile(`${place.file}.part.json`, 'utf8').catch(() => '{}');
    return ((JSON.parse(note) as { lines?: number }).lines ?? 0) > 1_000;
  });
  await expect(stat(place.file)).rejects.toThrow('ENOENT');
  expect((await stat(`${place.file}.part`)).mode & 0o777).toBe(0o600);
  expect((await stat(`${place.file}.part.json`)).mode & 0o777).toBe(0o600);
  await order(2);
  const backup = await shop(['backup', place.file]);
  expect(backup).toMatchObject({
    code: 0,
    out: expect.stringMatching(/^Continues after \d+ lines/) as string,
  });
  await expect(stat(`${place.file}.part.json`)).rejects.toThrow('ENOENT');

  const lines = connect({ token: there, automaticDeserialization: false });
  await killOnce(startCommand(['restore', place.file], second), async () => {
    return Number((await lines.hget('journal', 'lines')) ?? 0) > 1_000;
  });
  const restored = await shop(['restore', place.file], second);
  expect(restored).toMatchObject({
    code: 0,
    out: expect.stringMatching(/^Continues after \d+ lines/) as string,
  });
  expect(await contentOf(there)).toEqual(before);
  expect((await lines.keys('newsletter-leave:*')).length).toBe(10_000);
  expect(await lines.exists('journal')).toBe(0);
});

test('a database with content is not changed', async () => {
  await order(1);
  await shop(['backup', place.file]);
  const before = await contentOf();
  const { code, err } = await shop(['restore', place.file]);
  expect(code).toBe(1);
  expect(err).toMatch(/✗ This database is not empty \(it has [\w-]+.*\); restore into an empty one\./);
  expect(await contentOf()).toEqual(before);
  await order(1);
});

test('a truncated or changed file is refused before anything is written', async () => {
  await order(1);
  await shop(['backup', place.file]);
  const whole = await readFile(place.file);
  const text = gunzipSync(whole).toString();
  const changed = [
    whole.subarray(0, -40),
    gzipSync(text.replace('"Asha\\"', '"Usha\\"')),
    gzipSync(text.slice(0, text.lastIndexOf('{"end"'))),
    Buffer.from(text),
  ];
  for (const content of changed) {
    await writeFile(place.file, content);
    const { code, err } = await shop(['restore', place.file], second);
    expect([code, err]).toEqual([
      1,
      `✗ ${place.file} is not a complete backup: it was cut off or changed. Use another one.\n`,
    ]);
  }
  await writeFile(place.file, gzipSync(text.replace('"format":1', '"format":2')));
  expect((await shop(['restore', place.file], second)).err).toContain(
    'has format 2, this build reads up to 1',
  );
  await writeFile(place.file, gzipSync(text.replaceAll('{\\"v\\":1', '{\\"v\\":9')));
  expect((await shop(['restore', place.file], second)).err).toMatch(/^✗ A document \(\w+\) has version 9/);
  expect(await contentOf(there)).toEqual({});
});

test('a backup overwrites no file, and a restore needs an existing file', async () => {
  await order(1);
  await shop(['backup', place.file]);
  expect(await shop(['backup', place.file])).toMatchObject({
    code: 1,
    err: `✗ ${place.file} already exists; use --force to overwrite it.\n`,
  });
  expect(await shop(['backup', place.file, '--force'])).toMatchObject({ code: 0 });
  expect(await shop(['restore', `${place.file}x`])).toMatchObject({
    code: 1,
    err: `✗ There is no file ${place.file}x.\n`,
  });
});

test('person hashes are migrated to a newer key, and an unknown key is refused', async () => {
  const email = 'asha@example.com';
  await newShopper(email);
  // Each process checks the hash keys when it first calls the database.
  await shopProcess(['backup', place.file]);
  const foreign = { ...second, PERSON_HASH_KEY: 'a-foreign-key-of-more-than-32-characters' };
  const refused = await shopProcess(['restore', place.file], foreign);
  expect([refused.code, refused.err]).toEqual([
    1,
    expect.stringContaining('✗ PERSON_HASH_KEY is not the key of this backup'),
  ]);
  expect(await contentOf(there)).toEqual({});

  await emptySecond();
  const newer = `${process.env['PERSON_HASH_KEY']} a-newer-key-of-more-than-32-characters`;
  expect(await shopProcess(['restore', place.file], { ...second, PERSON_HASH_KEY: newer })).toMatchObject({
    code: 0,
  });
  moveToSecond();
  vi.stubEnv('PERSON_HASH_KEY', newer);
  expect(await findLogin([], email)).toMatchObject({ userId: expect.any(String) as string });
});
