import { mkdtemp, readFile, rm, stat, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import process from 'node:process';
import { gunzipSync, gzipSync } from 'node:zlib';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { shipOrder } from '../../netlify/services/order-desk.ts';
import { readSeries } from '../../netlify/storage/documents.ts';
import { isKept } from '../../netlify/storage/key-kinds.ts';
import { readOrder } from '../../netlify/storage/orders.ts';
import { readStock } from '../../netlify/storage/stock.ts';
import { financialYearOf } from '../../src/domain/tax-document.ts';
import { linesOf, PATIENCE, shopCommand as shop } from '../support/command.ts';
import { useGoogle } from '../support/google-issuer.ts';
import { SHOP_ADDRESS, useProviders } from '../support/payments.ts';
import { usePostOffice } from '../support/post-office.ts';
import { connect, flush } from '../support/redis.ts';
import { emptySecond, moveToSecond, second } from '../support/second-database.ts';
import { call, cap, hoodie, newKey, newShopper, orderBody, workDone } from '../support/shop-calls.ts';
import { fillShop } from '../support/whole-shop.ts';

const providers = useProviders();
const issuer = useGoogle();
const office = usePostOffice(SHOP_ADDRESS);
let folder = '';
let file = '';

beforeEach(async () => {
  await Promise.all([flush(), emptySecond()]);
  folder = await mkdtemp(join(tmpdir(), 'taana-backup-'));
  file = join(folder, 'shop.gz');
});
afterEach(() => rm(folder, { recursive: true, force: true }));

/** Everything that a backup keeps, by key. */
async function contentOf(token = process.env['UPSTASH_REDIS_REST_TOKEN']) {
  const redis = connect({ automaticDeserialization: false, ...(token !== undefined && { token }) });
  const keys = (await redis.keys('*')).filter(isKept).toSorted();
  const entries = await Promise.all(
    keys.map(async (key) => {
      const type = await redis.type(key);
      if (type === 'string') return [key, await redis.get(key)] as const;
      if (type === 'hash') return [key, await redis.hgetall(key)] as const;
      if (type === 'list') return [key, await redis.lrange(key, 0, -1)] as const;
      if (type === 'set') return [key, (await redis.smembers(key)).toSorted()] as const;
      return [key, await redis.zrange(key, 0, -1, { withScores: true })] as const;
    }),
  );
  return Object.fromEntries(entries);
}

describe('a shop with every kind of document', () => {
  test('is the same in an empty database, and sells on there', PATIENCE, async () => {
    const orders = await fillShop(providers, office, issuer);
    const backup = await shop(['backup', file]);
    expect(backup).toMatchObject({ code: 0, err: expect.stringContaining('Database at') as string });
    expect((await stat(file)).mode & 0o777).toBe(0o600);
    const before = await contentOf();
    expect(await contentOf()).toEqual(before);

    const restored = await shop(['restore', file], second);
    expect(restored).toMatchObject({ code: 0 });
    expect(await contentOf(second.UPSTASH_REDIS_REST_TOKEN)).toEqual(before);
    expect(linesOf(restored.out).slice(0, -1)).toEqual(linesOf(backup.out).slice(0, -1));

    moveToSecond();
    const year = financialYearOf(Date.now());
    const [issued, stock] = [await readSeries('IN', year), await readStock([hoodie, cap])];
    const { token } = await newShopper();
    const placed = await call('order.place', { token, key: newKey(), body: orderBody([hoodie, 'M', 2]) });
    expect(placed.status).toBe(200);
    await workDone();
    expect((await readStock([hoodie])).get(hoodie.id)?.['M']).toBe((stock.get(hoodie.id)?.['M'] ?? 0) - 2);
    await shipOrder(orders.processing, { courier: 'Delhivery', trackingNumber: '1' });
    expect((await readOrder(orders.processing))?.order.invoice?.number).toBe(issued.length + 1);
  });
});
