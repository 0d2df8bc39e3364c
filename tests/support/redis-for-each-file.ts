/** Runs before each test file that needs Redis: restores the worker's initial settings and empties its own database. */
import process from 'node:process';
import './light-hashes.ts';
import { flush } from './redis.ts';
import { answerInThisProcess, fetchOverHttp } from './redis-in-worker.ts';
import { restoreSettings } from './settings-for-each-file.ts';

restoreSettings();
process.env['UPSTASH_REDIS_REST_TOKEN'] = `test-${process.env['VITEST_POOL_ID'] ?? '0'}`;
if (globalThis.fetch === fetchOverHttp) answerInThisProcess();
await flush();
