import process from 'node:process';
import { requestMessages } from '../../src/contract/messages/page.ts';
import type { Reply } from '../../src/contract/routes.ts';
import { readLastReconciliation } from '../storage/job-runs.ts';
import type { Call } from './shopper-call.ts';
import { Refused } from './refusal.ts';
import { keyKindsOf } from './health/key-kinds.ts';

/** The first Node version with Argon2id; without it nobody can log in. */
const OLDEST = [24, 7] as const;

/** Whether the shop can sell. @throws Refused 'unavailable' if Redis does not answer or Node is too old */
export async function check(
  _input: unknown,
  { published }: Pick<Call, 'published'>,
): Promise<Reply<'health'>> {
  const runtime = process.versions.node;
  if (isOld(runtime)) throw new Refused('unavailable', requestMessages.oldRuntime(runtime, OLDEST[0]));
  const from = performance.now();
  const lastRunAt = await readLastReconciliation().catch(() => undefined);
  if (lastRunAt === undefined) throw new Refused('unavailable', requestMessages.unavailable);
  return {
    success: true,
    published,
    runtime,
    region: process.env['AWS_REGION'] ?? null,
    redisMs: Math.round(performance.now() - from),
    sweptAt: lastRunAt,
    siteUrl: process.env['SITE_URL'] || null,
    keys: keyKindsOf(process.env),
  };
}

function isOld(version: string): boolean {
  const [major = 0, minor = 0] = version.split('.').map(Number);
  return major < OLDEST[0] || (major === OLDEST[0] && minor < OLDEST[1]);
}
