import { guarded } from './guard.lua.ts';

/** Products that one wishlist holds; far more than anybody looks through, so that an account cannot be filled up. */
export const WISHLIST_MAX = 500;

/** How long a toggle that is sent again finds that it was done: longer than Redis is ever waited for. */
const REPEATED_FOR_MS = 10_000;

/**
 * Puts a product in at the end, or takes it out. keys: wishlist, tap; args: product id. Gives back 'added', 'removed' or
 * 'full', then the whole list.
 * Atomic because taps on two devices at once must not both find the product absent and put it in twice, and because the
 * list that is given back must be the one that this tap made. The tap's own key remembers what it did: a lost connection
 * sends it again, and a second toggle would undo the first.
 */
export const toggleWish = guarded(`
local went = redis.call('GET', keys[2])
if not went then
  if redis.call('LREM', keys[1], 0, args[1]) > 0 then
    went = 'removed'
  elseif redis.call('LLEN', keys[1]) < ${WISHLIST_MAX} then
    redis.call('RPUSH', keys[1], args[1])
    went = 'added'
  else
    went = 'full'
  end
  redis.call('SET', keys[2], went, 'PX', ${REPEATED_FOR_MS})
end
return { 'ok', went, redis.call('LRANGE', keys[1], 0, -1) }
`);
