import type { Use } from '../../src/domain/retention.ts';
import { noticedKey, lastActiveKey } from './keys.ts';
import { pairsOf, redis } from './redis.ts';

/** When accounts were last active. Written by log-ins and by extended sessions (accounts.lua.ts, session-and-limits.lua.ts). */

export interface LastActiveUser extends Use {
  userId: string;
}

/** Accounts that were last active at this time (ms) or before, the longest unused first. */
export async function readUnused(since: number, from: number, most: number): Promise<LastActiveUser[]> {
  const span = { byScore: true, withScores: true, offset: from, count: most } as const;
  const found = pairsOf(await redis().zrange(lastActiveKey(), 0, since, span));
  if (found.length === 0) return [];
  const ids = found.map(([userId]) => userId);
  const noticed = await redis().zmscore(noticedKey(), ids);
  return found.map(([userId, seenAt], at) => {
    const noticedAt = noticed?.[at] ?? null;
    return { userId, seenAt: Number(seenAt), noticedAt: noticedAt === null ? null : Number(noticedAt) };
  });
}

/** When (ms) a shopper's account was last active, exact to a day. */
export async function readLastActive(userId: string): Promise<number | null> {
  const seenAt = await redis().zscore(lastActiveKey(), userId);
  return seenAt === null ? null : Number(seenAt);
}

/** Records that the shopper was warned, at this time (ms), that the account will be deleted. */
export async function markNoticed(userId: string, at: number): Promise<void> {
  await redis().zadd(noticedKey(), { score: at, member: userId });
}

/** Removes an account that does not exist. */
export async function forgetLastActive(userId: string): Promise<void> {
  await redis().pipeline().zrem(lastActiveKey(), userId).zrem(noticedKey(), userId).exec();
}
