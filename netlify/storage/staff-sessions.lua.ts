import { clock, windows } from './session-and-limits.lua.ts';
import { script } from './script.ts';

/**
 * Checks a session of the desk, then counts the call. KEYS: sessions, windows; ARGV: token hash, limit and length (ms)
 * of each window. Returns 'ok' and the session's JSON, 'session-ended' or 'too-many'.
 * Atomic because parallel calls must not all pass a limit; a forged session counts nothing.
 */
export const deskGuard = script(`${clock}${windows}
local text = redis.call('HGET', KEYS[1], ARGV[1])
if not text or cjson.decode(text).endsAt <= now then return { 'session-ended' } end
return refusal(2, 2, #KEYS - 1) or { 'ok', text }
`);
