import { guarded } from './session-and-limits.lua.ts';

/** How long a retried tap is recognised: longer than the timeout of Redis. */
const REPEATED_FOR_MS = 10_000;

/**
 * Adds one piece, up to the limit of a cart line. keys: cart, tap; args: variant, limit.
 * Atomic because two taps, or two devices, must not both read 9 pieces and make 11. The tap's own key records that it
 * was carried out, so a retry after a lost response does not add a second piece.
 */
export const addPiece = guarded(`
if not redis.call('SET', keys[2], '1', 'NX', 'PX', ${REPEATED_FOR_MS}) then return { 'ok' } end
local quantity = tonumber(redis.call('HGET', keys[1], args[1]) or '0')
if quantity < tonumber(args[2]) then redis.call('HINCRBY', keys[1], args[1], 1) end
return { 'ok' }
`);

/**
 * Sets a cart line; 0 removes it. keys: cart; args: variant, quantity.
 * Atomic only with the session check before it.
 */
export const setLine = guarded(`
if args[2] == '0' then redis.call('HDEL', keys[1], args[1]) else redis.call('HSET', keys[1], args[1], args[2]) end
return { 'ok' }
`);
