import { script } from './redis.ts';
import { clock, limited } from './guard.lua.ts';

/** A run that takes somebody in hand has this long to write to them; then another run may. */
const IN_HAND_MS = 60_000;

/**
 * Notes in an entry that the e-mail service has its form. keys: waitlist; args: e-mail.
 * Atomic because an entry that is taken off the list between look and write would stand there again.
 */
export const markFormSent = limited(`
local text = redis.call('HGET', keys[1], args[1])
if not text then return { 'ok' } end
local entry = cjson.decode(text)
entry.formSent = true
redis.call('HSET', keys[1], args[1], cjson.encode(entry))
return { 'ok' }
`);

/**
 * Takes one who waits in hand. KEYS: waitlist, telling; ARGV: e-mail. Gives back 'taken', 'in-hand' where another run has
 * them, or 'gone' where they wait no more.
 * Atomic because two runs at once must not both take the same one. The hand opens by itself after a minute, so that nobody
 * is lost with a run that was killed.
 */
export const takeWaiting = script(`${clock}
if redis.call('HEXISTS', KEYS[1], ARGV[1]) == 0 then return 'gone' end
if tonumber(redis.call('HGET', KEYS[2], ARGV[1]) or '0') > now then return 'in-hand' end
redis.call('HSET', KEYS[2], ARGV[1], now + ${IN_HAND_MS})
redis.call('PEXPIRE', KEYS[2], ${IN_HAND_MS})
return 'taken'
`);
