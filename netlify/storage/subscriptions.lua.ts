import { script } from './redis.ts';
import { journaled, keeping } from './backup-journal.lua.ts';

/**
 * Copies entries of waiting lists to the wishes of their e-mails. KEYS: a list and the wishes of one e-mail on it, in turn;
 * ARGV: the command that reads an entry of these lists (ZSCORE or HGET), then an e-mail for each pair.
 * Atomic because a wish that is answered between look and write would stand among the e-mail's wishes for ever.
 */
export const copySubscriptions = script(`
for i = 1, #KEYS, 2 do
  local entry = redis.call(ARGV[1], KEYS[i], ARGV[(i + 1) / 2 + 1])
  if entry then redis.call('HSET', KEYS[i + 1], KEYS[i], entry) end
end
return { 'ok' }
`);

/**
 * Takes an e-mail off waiting lists. KEYS: its wishes, then in turn a list and the hash of those in hand; for a list that
 * has none, which is a hash, the list again. ARGV: e-mail, then each entry as it was read.
 * Atomic because a list and the e-mail's wishes must say the same. A wish that was made anew since it was read stays.
 */
export const forgetSubscriptions = journaled(`${keeping('KEYS')}
for i = 2, #KEYS, 2 do
  local list, inHand = KEYS[i], KEYS[i + 1]
  if redis.call('HGET', KEYS[1], list) == ARGV[i / 2 + 1] then
    redis.call('HDEL', KEYS[1], list)
    if inHand ~= list then redis.call('ZREM', list, ARGV[1]) end
    redis.call('HDEL', inHand, ARGV[1])
  end
end
return { 'ok' }
`);
