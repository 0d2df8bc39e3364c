/** The database of the worker that runs this test file; see `redis-for-tests.ts`. */
import process from 'node:process';
import { Redis, type RedisConfigNodejs } from '@upstash/redis';
import { vi } from 'vitest';

/** A client like the shop's own; options pass through. */
export function connect(options: Partial<RedisConfigNodejs> = {}): Redis {
  return new Redis({
    url: process.env['UPSTASH_REDIS_REST_URL'],
    token: process.env['UPSTASH_REDIS_REST_TOKEN'],
    enableTelemetry: false,
    retry: false,
    ...options,
  });
}

/** Empties this file's database. Uses plain fetch, because every test file waits for it, with or without the client. */
export async function flush(): Promise<void> {
  const response = await fetch(process.env['UPSTASH_REDIS_REST_URL'] ?? '', {
    method: 'POST',
    headers: { authorization: `Bearer ${process.env['UPSTASH_REDIS_REST_TOKEN']}` },
    body: '["FLUSHDB"]',
  });
  if (!response.ok) throw new Error(`The test database could not be emptied: ${await response.text()}`);
}

/** Names and content of keys of any type, as one text; by default of all keys. */
export async function storedText(names?: readonly string[]): Promise<string> {
  const redis = connect({ automaticDeserialization: false });
  const keys = names ?? (await redis.keys('*'));
  const contents = keys.map(async (key): Promise<unknown> => {
    const type: string = await redis.type(key);
    if (type === 'hash') return redis.hgetall(key);
    if (type === 'zset') return redis.zrange(key, 0, -1);
    if (type === 'list') return redis.lrange(key, 0, -1);
    if (type === 'stream') return redis.xrange(key, '-', '+');
    return type === 'set' ? redis.smembers(key) : redis.get(key);
  });
  return JSON.stringify([keys, await Promise.all(contents)]);
}

/** The next request arrives and its reply is lost: the client sends it again, as it does in production. */
export function dropResponse(): void {
  const { fetch } = globalThis;
  vi.spyOn(globalThis, 'fetch').mockImplementationOnce(async (address, init) => {
    await fetch(address, init);
    throw new TypeError('fetch failed');
  });
}
