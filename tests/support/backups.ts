/** Reads a database's content, to compare it with its backup. */
import process from 'node:process';
import { beforeEach } from 'vitest';
import { HOUR_MS } from '../../src/domain/time-units.ts';
import { isKept } from '../../netlify/storage/backup-key-kinds.ts';
import { unsubscribeLinkKey } from '../../netlify/storage/keys.ts';
import { useFolder } from './folder.ts';
import { connect, flush } from './redis.ts';
import { emptySecond } from './second-database.ts';

/** A folder for a test's backup, with both databases empty. */
export function usePlace(): { file: string } {
  const place = { file: '' };
  const folder = useFolder();
  beforeEach(async () => {
    await flush();
    await emptySecond();
    place.file = folder.at('shop.gz');
  });
  return place;
}

/** Adds keys, so that a backup takes longer. */
export async function addBulk(count: number): Promise<void> {
  const redis = connect();
  for (let from = 0; from < count; from += 1_000) {
    const pipeline = redis.pipeline();
    for (let at = from; at < from + 1_000; at += 1) {
      pipeline.set(unsubscribeLinkKey(`bulk-${at}`), 'x'.repeat(43), { px: HOUR_MS });
    }
    await pipeline.exec();
  }
}

/** @param token of the database */
export async function removeBulk(count: number, token?: string): Promise<void> {
  const redis = connect(token === undefined ? {} : { token });
  for (let from = 0; from < count; from += 1_000) {
    await redis.del(...Array.from({ length: 1_000 }, (_, at) => unsubscribeLinkKey(`bulk-${from + at}`)));
  }
}

const isOfBulk = (key: string) => key.startsWith(unsubscribeLinkKey('bulk-'));

/** A hash has no order; the client returns fields and values alternately. */
function pairsOf(reply: unknown): string[] {
  const flat = (reply ?? []) as string[];
  return flat.flatMap((field, at) => (at % 2 === 0 ? [`${field} ${flat[at + 1]}`] : [])).toSorted();
}

/** Everything that a backup contains, by key. */
export async function contentOf(token = process.env['UPSTASH_REDIS_REST_TOKEN']) {
  const redis = connect({ automaticDeserialization: false, ...(token !== undefined && { token }) });
  const keys = (await redis.keys('*')).filter((key) => isKept(key) && !isOfBulk(key)).toSorted();
  const entries = await Promise.all(
    keys.map(async (key) => {
      const type = await redis.type(key);
      if (type === 'string') return [key, await redis.get(key)] as const;
      if (type === 'hash') return [key, pairsOf(await redis.hgetall<Record<string, never>>(key))] as const;
      if (type === 'list') return [key, await redis.lrange(key, 0, -1)] as const;
      if (type === 'set') return [key, (await redis.smembers(key)).toSorted()] as const;
      return [key, await redis.zrange(key, 0, -1, { withScores: true })] as const;
    }),
  );
  return Object.fromEntries(entries);
}
