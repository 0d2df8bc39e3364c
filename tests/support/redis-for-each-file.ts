/** Runs in each worker before each test file: gives the worker its own database, empty. */
import process from 'node:process';
import { flush } from './redis.ts';

process.env['UPSTASH_REDIS_REST_TOKEN'] = `test-${process.env['VITEST_POOL_ID'] ?? '0'}`;
await flush();
