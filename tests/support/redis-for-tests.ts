/**
 * Vitest's global setup: one real Redis for the whole run (none for the projects called `unit`), in memory and in a
 * temporary folder, behind the same gateway as the local shop's (in the workers without HTTP: `redis-in-worker.ts`).
 * Each worker has its own database, selected by its bearer token (`test-3` opens database 3). Address and token are in
 * the shop's settings: UPSTASH_REDIS_REST_URL and UPSTASH_REDIS_REST_TOKEN. A worker runs one test file at a time, and
 * its database is emptied before each (`redis-for-each-file.ts`), so a file sees only its own keys. Within a file,
 * empty it with `flush()` of `./redis.ts`.
 */
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import process from 'node:process';
import type { TestProject } from 'vitest/node';
import { startRedis } from '../../local/redis/redis-server.ts';
import { startGateway } from '../../local/redis/upstash-gateway.ts';
import { databaseFor, DATABASES } from './redis-in-worker.ts';

export async function setup({ vitest }: TestProject): Promise<(() => Promise<void>) | undefined> {
  if (vitest.projects.every(({ name }) => name.startsWith('unit'))) return undefined;
  const folder = await mkdtemp(join(tmpdir(), 'taana-'));
  const redis = await startRedis({ folder, persistent: false, databases: DATABASES });
  const gateway = await startGateway({ socketPath: redis.socketPath, databaseFor });
  process.env['UPSTASH_REDIS_REST_URL'] = gateway.url;
  process.env['REDIS_SOCKET_OF_TESTS'] = redis.socketPath;
  process.env['PERSON_HASH_KEY'] = 'no-secret-because-tests-have-no-persons';
  return async () => {
    await gateway.stop();
    await redis.stop();
    await rm(folder, { recursive: true, force: true });
  };
}
