/** A second database besides the test file's own, empty at first. */
import process from 'node:process';
import { vi } from 'vitest';
import { flush } from './redis.ts';

/** Far above the numbers of workers. */
const token = `test-${64 + Number(process.env['VITEST_POOL_ID'] ?? 0)}`;

/** Environment for commands. */
export const second = { UPSTASH_REDIS_REST_TOKEN: token };

/** Switches the rest of the test to the second database. */
export async function moveToSecond(): Promise<void> {
  vi.stubEnv('UPSTASH_REDIS_REST_TOKEN', token);
}

export async function emptySecond(): Promise<void> {
  const own = process.env['UPSTASH_REDIS_REST_TOKEN'];
  process.env['UPSTASH_REDIS_REST_TOKEN'] = token;
  await flush();
  process.env['UPSTASH_REDIS_REST_TOKEN'] = own;
}
