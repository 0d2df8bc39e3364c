/**
 * Runs before each test file: the settings are as at the worker's start, whatever the file before has set (files share
 * their workers), and the worker's own database is empty.
 */
import process from 'node:process';
import { flush } from './redis.ts';

const shared = globalThis as typeof globalThis & { settingsAtStart?: NodeJS.ProcessEnv };
shared.settingsAtStart ??= { ...process.env };
for (const name of Object.keys(process.env)) {
  if (!(name in shared.settingsAtStart)) delete process.env[name];
}
Object.assign(process.env, shared.settingsAtStart);

process.env['UPSTASH_REDIS_REST_TOKEN'] = `test-${process.env['VITEST_POOL_ID'] ?? '0'}`;
await flush();
