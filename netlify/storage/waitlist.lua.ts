import { script } from './script.ts';
import { clock, limited } from './session-and-limits.lua.ts';

/** How long a run may take to email a claimed entry; after that another run may claim it. */
const CLAIM_MS = 60_000;

/**
 * Records in an entry that the email service has its form. keys: waitlist; args: email.
 * Atomic because the write would restore an entry that was removed between read and write.
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
 * Claims a waitlist entry. KEYS: waitlist, claims; ARGV: email. Returns 'taken', 'in-hand' if another run has claimed
 * it, or 'gone' if the email is no longer on the list.
 * Atomic because two runs must not claim the same entry. A claim expires after a minute, so that a killed run loses
 * nobody.
 */
export const claimWaitlistEntry = script(`${clock}
if redis.call('HEXISTS', KEYS[1], ARGV[1]) == 0 then return 'gone' end
if tonumber(redis.call('HGET', KEYS[2], ARGV[1]) or '0') > now then return 'in-hand' end
redis.call('HSET', KEYS[2], ARGV[1], now + ${CLAIM_MS})
redis.call('PEXPIRE', KEYS[2], ${CLAIM_MS})
return 'taken'
`);
