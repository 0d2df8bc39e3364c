import { script } from './script.ts';
import { clock } from './session-and-limits.lua.ts';

/**
 * Claims due emails. KEYS: outbox; ARGV: how many at most, for how many ms. It also claims emails that are due within 5
 * seconds: functions set the time by their own clocks, this reads the database's.
 * Atomic because two runs must not send the same email. A claim expires, so that the next run sends the emails of a run
 * that was killed.
 */
export const claimDueEmails = script(`${clock}
local due = redis.call('ZRANGEBYSCORE', KEYS[1], '-inf', now + 5000, 'LIMIT', 0, ARGV[1])
for _, email in ipairs(due) do redis.call('ZADD', KEYS[1], now + ARGV[2], email) end
return due
`);
