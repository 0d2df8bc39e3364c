import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { existsSync } from 'node:fs';
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import process from 'node:process';
import { createClient } from 'redis';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { startRedis } from '../../local/redis/redis-server.ts';
import { eventually } from '../support/eventually.ts';

let folder: string;

beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'taana-redis-'));
});

afterAll(() => rm(folder, { recursive: true, force: true }));

async function ask(socketPath: string, ...command: string[]): Promise<unknown> {
  const client = createClient({ socket: { path: socketPath, tls: false, reconnectStrategy: false } });
  client.on('error', () => {});
  await client.connect();
  try {
    return await client.sendCommand(command);
  } finally {
    client.destroy();
  }
}

test('a paused Redis stops too, and saves its data', async () => {
  const options = { folder: join(folder, 'paused'), persistent: true };
  const first = await startRedis(options);
  await ask(first.socketPath, 'SET', 'order', 'placed');
  const about = String(await ask(first.socketPath, 'INFO', 'server'));
  process.kill(Number(/process_id:(\d+)/.exec(about)?.[1]), 'SIGSTOP');
  await first.stop();
  await first.gone;
  const second = await startRedis(options);
  expect(await ask(second.socketPath, 'GET', 'order')).toBe('placed');
  await second.stop();
});

test('a second shop on the same data is refused in one sentence', async () => {
  const options = { folder: join(folder, 'shared'), persistent: false };
  const first = await startRedis(options);
  await expect(startRedis(options)).rejects.toThrow(/^Another shop is using the data in .*; stop it first/);
  expect(await ask(first.socketPath, 'PING')).toBe('PONG');
  await first.stop();
});

test('Redis listens only on its socket, and only for its owner', async () => {
  const redis = await startRedis({ folder: join(folder, 'closed'), persistent: false });
  expect(await ask(redis.socketPath, 'CONFIG', 'GET', 'port')).toEqual({ port: '0' });
  expect(await ask(redis.socketPath, 'CONFIG', 'GET', 'unixsocketperm')).toEqual({ unixsocketperm: '700' });
  await redis.stop();
});

test('Redis saves its data and ends when the shop is killed', async () => {
  const data = join(folder, 'orphan');
  const script = join(folder, 'shop.ts');
  await writeFile(
    script,
    `import { startRedis } from ${JSON.stringify(resolve('local/redis/redis-server.ts'))};
     await startRedis({ folder: ${JSON.stringify(data)}, persistent: true });
     console.log('open');
     setInterval(() => {}, 1000);`,
  );
  const shop = spawn(process.execPath, [script], { stdio: ['ignore', 'pipe', 'inherit'] });
  await once(shop.stdout, 'data');
  const socketPath = join(data, 'redis.sock');
  await ask(socketPath, 'SET', 'a', 'written');
  shop.kill('SIGKILL');
  await eventually(() => expect(existsSync(socketPath)).toBe(false));
  const next = await startRedis({ folder: data, persistent: true });
  expect(await ask(next.socketPath, 'GET', 'a')).toBe('written');
  await next.stop();
});

test('a path too long for a socket is refused with one sentence', async () => {
  const deep = join(folder, 'd'.repeat(120));
  await expect(startRedis({ folder: deep, persistent: false })).rejects.toThrow(
    /too long for Redis; set SHOP_DATA/,
  );
});
