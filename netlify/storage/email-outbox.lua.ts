import { script } from './redis.ts';
import { clock } from './guard.lua.ts';

/**
 * Takes letters in hand that are due. KEYS: letters; ARGV: how many at most, for how many ms they are in hand.
 * Some seconds early, because letters are timed by the clocks of functions and taken by that of the database.
 * Atomic because two runs at once must not both write the same letter. The hand opens by itself, so that a letter whose
 * run has died is written by the next.
 */
export const claimDueEmails = script(`${clock}
local due = redis.call('ZRANGEBYSCORE', KEYS[1], '-inf', now + 5000, 'LIMIT', 0, ARGV[1])
for _, letter in ipairs(due) do redis.call('ZADD', KEYS[1], now + ARGV[2], letter) end
return due
`);
