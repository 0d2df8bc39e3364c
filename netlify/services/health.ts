import { requestMessages } from '../../src/contract/messages/request.ts';
import type { Reply } from '../../src/contract/routes.ts';
import { redis } from '../storage/redis.ts';
import { Refused } from './refusal.ts';

/** Success only when Redis answers; whatever else happens, the shop cannot sell. @throws Refused 'unavailable' */
export async function check(): Promise<Reply<'health'>> {
  const answer = await redis()
    .ping()
    .catch(() => null);
  if (answer !== 'PONG') throw new Refused('unavailable', requestMessages.unavailable);
  return { success: true };
}
