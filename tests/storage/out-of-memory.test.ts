import { randomUUID } from 'node:crypto';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { createClient } from 'redis';
import { afterAll, beforeAll, beforeEach, expect, test, vi } from 'vitest';
import { commit } from '../../netlify/storage/transaction.ts';
import {
  cartKey,
  loginKey,
  notificationsKey,
  backInStockKey,
  orderKey,
  unpaidKey,
  userKey,
} from '../../netlify/storage/keys.ts';
import { run } from '../../netlify/storage/redis.ts';
import { Unreachable } from '../../netlify/storage/unreachable.ts';
import { moveLogin } from '../../netlify/storage/accounts.lua.ts';
import { removeSubscription } from '../../netlify/storage/back-in-stock.ts';
import { startRedis } from '../../local/redis/redis-server.ts';
import { startGateway } from '../../local/redis/upstash-gateway.ts';

/** A full Redis refuses commands that need memory and still deletes: a script that begins with a deletion would be done in half. */

let address = '';
let client: ReturnType<typeof createClient>;
let close: () => Promise<void>;

beforeAll(async () => {
  const folder = await mkdtemp(join(tmpdir(), 'taana-'));
  const server = await startRedis({ folder, persistent: false });
  const gateway = await startGateway({ socketPath: server.socketPath, databaseFor: () => 0 });
  client = createClient({ RESP: 2, socket: { path: server.socketPath, tls: false } }) as typeof client;
  await client.connect();
  address = gateway.url;
  close = async () => {
    client.destroy();
    await gateway.stop();
    await server.stop();
    await rm(folder, { recursive: true, force: true });
  };
});
afterAll(() => close());
beforeEach(() => {
  vi.stubEnv('UPSTASH_REDIS_REST_URL', address);
});

const room = (bytes: '0' | '1') => client.sendCommand(['CONFIG', 'SET', 'maxmemory', bytes]);

/** The content of each key, of any type. */
async function standing(): Promise<Record<string, string>> {
  const keys = (await client.keys('*')).filter((key) => !key.startsWith('changed:')).sort();
  const dumps = keys.map(async (key) => [key, String(await client.sendCommand(['DUMP', key]))] as const);
  return Object.fromEntries(await Promise.all(dumps));
}

test.each([
  [
    'an order that takes lines out of the cart',
    async () => {
      await client.hSet(cartKey('asha'), 'hoodie:M', '1');
      await client.set(unpaidKey('asha'), 'ORDER');
      await client.set(orderKey('ORDER'), 'before');
    },
    () =>
      commit(null, {
        expect: [{ key: orderKey('ORDER'), text: 'before' }],
        pieces: [],
        lower: [{ key: cartKey('asha'), field: 'hoodie:M', by: 1 }],
        forget: [{ key: unpaidKey('asha'), text: 'ORDER' }],
        writes: [['SET', orderKey('ORDER'), 'after']],
      }),
  ],
  [
    'a login that moves to another email',
    async () => {
      await client.set(userKey('asha'), 'before');
      await client.set('link', 'link');
      await client.hSet(loginKey('old@example.com'), 'userId', 'asha');
    },
    () =>
      run(
        moveLogin,
        [
          userKey('asha'),
          'link',
          loginKey('old@example.com'),
          loginKey('new@example.com'),
          'reset',
          'confirm',
        ],
        ['before', 'link', 'after', 'asha'],
      ),
  ],
  [
    'a wish that has been answered',
    async () => {
      await client.zAdd(backInStockKey('hoodie', 'M'), { score: 1, value: 'asha@example.com' });
      await client.lPush(notificationsKey('asha'), '{}');
    },
    () =>
      removeSubscription({ productId: 'hoodie', size: 'M', initial: 0 }, 'asha@example.com', 'asha', {
        id: randomUUID(),
        type: 'restock',
        message: 'Back',
        read: false,
        createdAt: 1,
      }),
  ],
])('%s is refused completely, and done completely once there is memory', async (_name, prepare, change) => {
  await client.flushAll();
  await prepare();
  const before = await standing();
  await room('1');
  await expect(change()).rejects.toThrow(Unreachable);
  await room('0');
  expect(await standing()).toEqual(before);
  await change();
  expect(await standing()).not.toEqual(before);
});
