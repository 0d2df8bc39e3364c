import { clock, limited } from './session-and-limits.lua.ts';
import { journaled, keeping } from './backup-journal.lua.ts';

/**
 * Stores an unconfirmed subscription, unless a confirmed one exists, and queues an email. keys: newsletter,
 * unconfirmed, outbox; args: the email's hash, subscription (JSON), time (ms), the queued email.
 * Atomic because a shopper who confirms while they subscribe again must not become unconfirmed; and because a
 * subscription without its queued email would never be confirmed.
 */
export const ask = limited(
  `
${keeping('keys')}
local known = redis.call('HGET', keys[1], args[1])
if not known or cjson.decode(known).confirmedAt == cjson.null then
  redis.call('HSET', keys[1], args[1], args[2])
  redis.call('ZADD', keys[2], args[3], args[1])
end
redis.call('ZADD', keys[3], 'NX', args[3], args[4])
return { 'ok' }
`,
  journaled,
);

/**
 * Confirms a subscription and gives it a code, unless its mailbox has had one. KEYS: newsletter, unconfirmed, promised
 * codes, codes, outbox; ARGV: the email's hash, the expected text, the new subscription with a code and without one
 * (JSON), the mailbox's hash, time (ms), code, the code's document (JSON), the queued email, the hash under which older
 * versions counted the mailbox. Returns 'done', or 'stale' if the subscription has changed or the code exists.
 * Atomic because a link that is opened twice at once must make one code, and no code may exist without a subscription.
 */
export const confirm = journaled(`
if redis.call('HGET', KEYS[1], ARGV[1]) ~= ARGV[2] then return 'stale' end
${keeping('KEYS')}
local after = ARGV[4]
if redis.call('HEXISTS', KEYS[3], ARGV[5]) + redis.call('HEXISTS', KEYS[3], ARGV[10]) == 0 then
  if redis.call('HSETNX', KEYS[4], ARGV[7], ARGV[8]) == 0 then return 'stale' end
  redis.call('HSET', KEYS[3], ARGV[5], ARGV[6])
  after = ARGV[3]
end
redis.call('HSET', KEYS[1], ARGV[1], after)
redis.call('ZREM', KEYS[2], ARGV[1])
redis.call('ZADD', KEYS[5], 'NX', ARGV[6], ARGV[9])
return 'done'
`);

/**
 * Deletes subscriptions that were not confirmed in time. KEYS: newsletter, unconfirmed; ARGV: the age (ms) at which
 * they are deleted, how many at most. Returns how many were deleted.
 * Atomic because a subscription that is confirmed at that moment must stay.
 */
export const forget = journaled(`${clock}
local old = redis.call('ZRANGEBYSCORE', KEYS[2], '-inf', now - ARGV[1], 'LIMIT', 0, ARGV[2])
if #old == 0 then return 0 end
${keeping('KEYS')}
for _, person in ipairs(old) do
  redis.call('HDEL', KEYS[1], person)
  redis.call('ZREM', KEYS[2], person)
end
return #old
`);
