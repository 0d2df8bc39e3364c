import { script } from './script.ts';
import { journaled, keeping } from './backup-journal.lua.ts';

/**
 * Copies entries of lists to the subscriptions of their emails. KEYS: a list and the subscriptions of one email on it,
 * in turn; ARGV: the command that reads an entry (ZSCORE or HGET), then an email for each pair.
 * Atomic because a subscription that is removed between read and write would stay among the email's subscriptions for
 * ever.
 */
export const copySubscriptions = script(`
for i = 1, #KEYS, 2 do
  local entry = redis.call(ARGV[1], KEYS[i], ARGV[(i + 1) / 2 + 1])
  if entry then redis.call('HSET', KEYS[i + 1], KEYS[i], entry) end
end
return { 'ok' }
`);

/**
 * Removes an email from lists. KEYS: its subscriptions, then in turn a list and the hash of its claims; for a list
 * without claims, which is a hash, the list again. ARGV: email, then each entry as it was read.
 * Atomic because a list and the email's subscriptions must agree. A subscription that was renewed since it was read
 * stays.
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
