import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import process from 'node:process';
import { createClient } from 'redis';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { startRedis } from '../../local/redis/redis-server.ts';

let folder: string;

beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'taana-redis-'));
});

afterAll(() => rm(folder, { recursive: true, force: true }));

test('a Redis that is stopped ends with whoever held it, with its data written down', async () => {
  const options = { folder: join(folder, 'stopped'), persistent: true };
  const first = await startRedis(options);
  const client = createClient({ socket: { path: first.socketPath, tls: false, reconnectStrategy: false } });
  client.on('error', () => {});
  await client.connect();
  await client.set('order', 'placed');
  const about = await client.info('server');
  process.kill(Number(/process_id:(\d+)/.exec(about)?.[1]), 'SIGSTOP');
  await first.stop();
  await first.gone;
  client.destroy();
  const second = await startRedis(options);
  const later = createClient({ socket: { path: second.socketPath, tls: false } });
  await later.connect();
  expect(await later.get('order')).toBe('placed');
  later.destroy();
  await second.stop();
}, 20_000);
