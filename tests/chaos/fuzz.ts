/**
 * `npm run chaos -- fuzz` sends a hundred thousand hostile requests, generated from the description of the API, to the
 * shop's functions, and checks every answer. Options: `--requests`, `--seed`. A failure names the `--seed` and `--path`
 * that run it alone again.
 */
import { randomInt } from 'node:crypto';
import { SetupError, step } from '../../scripts/setup.mjs';
import { readWhole, runPart, withDatabase } from '../support/long-runs/part.ts';

const ATTACKERS = 12;

await runPart(
  {
    requests: { type: 'string', default: '100000' },
    seed: { type: 'string', default: String(randomInt(1_000_000)) },
    path: { type: 'string' },
  },
  async ({ path, ...values }) => {
    const requests = readWhole('requests', values.requests, 1, 1_000_000);
    const seed = readWhole('seed', values.seed, 0, 2 ** 31 - 1);
    if (path !== undefined && !/^\d+(?::\d+)*$/.test(path)) {
      throw new SetupError('--path must be one that a failure named, such as 3:0:12.');
    }
    const { describeApi } = await import('../../scripts/openapi/describe.ts');
    const { attackTheShop } = await import('./fuzz/attacker.ts');
    step(`sending ${requests} hostile requests`);
    const options = { requests, seed, path, attackers: ATTACKERS };
    return withDatabase(() => attackTheShop(describeApi(), options));
  },
);
