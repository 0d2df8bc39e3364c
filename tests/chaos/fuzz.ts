/**
 * `npm run chaos -- fuzz` sends a hundred thousand hostile requests, generated from the description of the API, to the
 * shop's functions, and checks every answer. Options: `--requests`, `--seed`. A failure names the `--seed` and `--path`
 * that run it alone again.
 */
import { randomInt } from 'node:crypto';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import process from 'node:process';
import { takeSnapshot } from '../../local/site/site-build.ts';
import { openDatabase } from '../../local/shop.ts';
import { exitWith, projectRoot, SetupError, step } from '../../scripts/setup.mjs';
import { readOptions, readWhole } from './options.ts';

async function main(): Promise<boolean> {
  const values = readOptions({
    requests: { type: 'string', default: '100000' },
    seed: { type: 'string', default: String(randomInt(1_000_000)) },
    path: { type: 'string' },
    attackers: { type: 'string', default: '12' },
  });
  const options = {
    requests: readWhole('requests', values.requests, 1, 1_000_000),
    seed: readWhole('seed', values.seed, 0, 2 ** 31 - 1),
    attackers: readWhole('attackers', values.attackers, 1, 100),
    path: values.path,
  };
  if (values.path !== undefined && !/^\d+(?::\d+)*$/.test(values.path)) {
    throw new SetupError('--path must be one that a failure named, such as 3:0:12.');
  }
  await takeSnapshot(projectRoot);
  // They read the catalogue, which must exist first.
  const { describeApi } = await import('../../scripts/openapi/describe.ts');
  const { attackTheShop } = await import('./fuzz/attacker.ts');
  // A remote database may belong to a real shop.
  delete process.env['UPSTASH_REDIS_REST_URL'];
  const folder = await mkdtemp(join(tmpdir(), 'taana-fuzz-'));
  const database = await openDatabase(folder);
  try {
    step(`sending ${options.requests} hostile requests`);
    return await attackTheShop(describeApi(), options);
  } finally {
    await database.stop();
    await rm(folder, { recursive: true, force: true });
  }
}

try {
  process.exit((await main()) ? 0 : 1);
} catch (error) {
  exitWith(error);
}
