import { guarded } from './guard.lua.ts';

/** How long a tap that is sent again finds that it was carried out: longer than Redis is ever waited for. */
const REPEATED_FOR_MS = 10_000;

/**
 * One piece more, up to the line's limit. keys: cart, tap; args: variant, limit.
 * Atomic because two taps, or two devices, must not both see 9 pieces and make 11. The tap's own key remembers that it was
 * carried out: a lost connection sends it again, and one tap must not put two pieces in.
 */
export const addPiece = guarded(`
if not redis.call('SET', keys[2], '1', 'NX', 'PX', ${REPEATED_FOR_MS}) then return { 'ok' } end
local quantity = tonumber(redis.call('HGET', keys[1], args[1]) or '0')
if quantity < tonumber(args[2]) then redis.call('HINCRBY', keys[1], args[1], 1) end
return { 'ok' }
`);

/**
 * Sets a line; 0 removes it. keys: cart; args: variant, quantity.
 * Atomic only with the session check before it.
 */
export const setLine = guarded(`
if args[2] == '0' then redis.call('HDEL', keys[1], args[1]) else redis.call('HSET', keys[1], args[1], args[2]) end
return { 'ok' }
`);
