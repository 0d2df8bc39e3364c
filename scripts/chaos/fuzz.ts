/**
 * `npm run chaos -- fuzz` sends a hundred thousand hostile requests to the functions of the shop, made from the
 * description of its API, and looks at every answer. `--requests`, `--seed`; a failure names the `--seed` and `--path` by
 * which it alone is run again.
 */
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import process from 'node:process';
import { parseArgs } from 'node:util';
import { takeSnapshot } from '../local/site-build.ts';
import { openDatabase } from '../local/shop.ts';
import { exitWith, projectRoot, step } from '../setup.mjs';

const { values } = parseArgs({
  options: {
    requests: { type: 'string', default: '100000' },
    seed: { type: 'string' },
    path: { type: 'string' },
    attackers: { type: 'string', default: '12' },
  },
});

async function main(): Promise<boolean> {
  await takeSnapshot(projectRoot);
  // They read the catalogue, which has to be there first.
  const { describeApi } = await import('../openapi/describe.ts');
  const { attackTheShop } = await import('./fuzz/attack.ts');
  // A database elsewhere is somebody's shop.
  delete process.env['UPSTASH_REDIS_REST_URL'];
  const folder = await mkdtemp(join(tmpdir(), 'taana-fuzz-'));
  const database = await openDatabase(folder);
  try {
    step(`sending ${values.requests} hostile requests`);
    return await attackTheShop(describeApi(), {
      seed: Number(values.seed ?? Math.floor(Math.random() * 1_000_000)),
      requests: Number(values.requests),
      attackers: Number(values.attackers),
      path: values.path,
      dataFolder: 'fuzz',
    });
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
