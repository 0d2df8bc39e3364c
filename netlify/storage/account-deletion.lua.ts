import { journaled, keeping } from './backup-journal.lua.ts';
import { logging } from './staff-log.lua.ts';

/**
 * Deletes an account. KEYS: user, pending deletions, last active, noticed, newsletter, waitlist, then four keys
 * of the staff's log if staff delete it, then the keys to delete; ARGV: user id, the expected text at user, the pending
 * deletion (JSON), email, the expected time of last use (ms) or '' for any, the email's hash, the number of log keys, the
 * log's month and entry. Returns 'done' or 'stale'.
 * Atomic because an account without its login, or a session without its account, would be half usable; and because a
 * shopper who logs in during the deletion must keep the account. A retry after a lost response finds its own pending
 * deletion and returns 'done'.
 */
export const removeAccount = journaled(`${logging}
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
redis.call('DEL', KEYS[1], unpack(KEYS, 7 + ARGV[7]))
if ARGV[7] ~= '0' then append(KEYS[7], KEYS[8], KEYS[9], KEYS[10], ARGV[8], ARGV[9]) end
return 'done'
`);
