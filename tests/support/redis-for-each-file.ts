/** Runs before each test file that needs Redis: settings as at the worker's start, and its own database empty. */
import process from 'node:process';
import { flush } from './redis.ts';
import { restoreSettings } from './settings-for-each-file.ts';

restoreSettings();
process.env['UPSTASH_REDIS_REST_TOKEN'] = `test-${process.env['VITEST_POOL_ID'] ?? '0'}`;
await flush();
