import { journaled, keeping } from './backup-journal.lua.ts';

/**
 * Ends an account. KEYS: user, leaving, seen, noticed, newsletter, waitlist, then what goes with it whole; ARGV: user id,
 * the text that must stand at user, what is left to do (JSON), e-mail, the time (ms) at which it must have been seen last,
 * or '' for any, and the e-mail's hash. Gives back 'done' or 'stale'.
 * Atomic because an account without its login, or a session without its account, would be half usable; and because
 * whoever comes back in the moment of their deletion keeps their account. Sent again by a lost connection, it finds its
 * own note and says 'done'.
 */
export const removeAccount = journaled(`
if redis.call('HGET', KEYS[2], ARGV[1]) == ARGV[3] then return 'done' end
if redis.call('GET', KEYS[1]) ~= ARGV[2] then return 'stale' end
if ARGV[5] ~= '' and tonumber(redis.call('ZSCORE', KEYS[3], ARGV[1]) or '0') ~= tonumber(ARGV[5]) then
  return 'stale'
end
${keeping('KEYS')}
redis.call('HSET', KEYS[2], ARGV[1], ARGV[3])
redis.call('ZREM', KEYS[3], ARGV[1])
redis.call('ZREM', KEYS[4], ARGV[1])
redis.call('HDEL', KEYS[5], ARGV[6])
redis.call('HDEL', KEYS[6], ARGV[4])
redis.call('DEL', KEYS[1], unpack(KEYS, 7))
return 'done'
`);
