import { randomUUID } from 'node:crypto';
import { beforeEach, expect, test, vi } from 'vitest';
import { redis, run } from '../../netlify/storage/redis.ts';
import { script } from '../../netlify/storage/script.ts';
import { Unreachable } from '../../netlify/storage/unreachable.ts';
import { roundTrips, stopRedis } from '../support/shop-calls.ts';

// A client's first request waits until hashes are migrated.
beforeEach(async () => {
  await redis().ping();
});

test('a script that Redis does not know is sent with its text, and afterwards by its hash', async () => {
  const fresh = script(`return { ARGV[1], '${randomUUID()}' }`);
  expect(await roundTrips(() => run(fresh, [], ['first']))).toBe(2);
  expect(await roundTrips(() => run(fresh, [], ['second']))).toBe(1);
});

test('a script locks its own keys and not the database', async () => {
  const [, flags, body] = /^#!lua flags=(\S+)\n(.*)$/s.exec(script('return 1').lua) ?? [];
  expect([flags, body]).toEqual(['allow-key-locking', 'return 1']);
  const careless = script(`return redis.call('GET', ARGV[1])`);
  await expect(run(careless, ['declared'], ['not-declared'])).rejects.toThrow('not-declared');
});

test('values read with a script come after its reply', async () => {
  const replies = await run(script(`return redis.call('SET', KEYS[1], ARGV[1])`), ['k'], ['110001'], (p) =>
    p.get('k'),
  );
  expect(replies).toEqual(['OK', '110001']);
});

test('an error of Redis is thrown without its command', async () => {
  await redis().set('text', 'x');
  const reading = script(`return redis.call('HGET', KEYS[1], ARGV[1])`);
  const failures = [
    () => run(reading, ['text'], ['asha@example.com']),
    () => redis().hget('text', 'asha@example.com'),
  ];
  for (const failure of failures) {
    const error = await failure().catch((thrown: unknown) => thrown);
    expect(error).not.toBeInstanceOf(Unreachable);
    expect(String(error)).toContain('WRONGTYPE');
    expect(String(error)).not.toContain('asha');
  }
});

test('a server that does not answer, or refuses the token, is unreachable', async () => {
  vi.stubEnv('UPSTASH_REDIS_REST_TOKEN', 'wrong');
  await expect(redis().ping()).rejects.toThrow(Unreachable);
  stopRedis();
  await expect(redis().ping()).rejects.toThrow(Unreachable);
  await expect(redis().ping()).rejects.toThrow('ECONNREFUSED');
});

test('a request is repeated once after a lost connection', async () => {
  const fetch = vi.spyOn(globalThis, 'fetch').mockRejectedValueOnce(new TypeError('fetch failed'));
  expect(await redis().ping()).toBe('PONG');
  expect(fetch).toHaveBeenCalledTimes(2);
});
