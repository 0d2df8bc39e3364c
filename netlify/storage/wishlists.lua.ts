import { wishlistMax } from '../../src/domain/config.ts';
import { guarded } from './session-and-limits.lua.ts';

/** How long a retried toggle is recognised: longer than the timeout of Redis. */
const REPEATED_FOR_MS = 10_000;

/**
 * Adds a product at the end, or removes it. keys: wishlist, tap; args: product id. Returns 'added', 'removed' or
 * 'full', then the whole list.
 * Atomic because taps on two devices at once must not both find the product missing and add it twice, and because the
 * returned list must be the result of this tap. The tap's own key records its result, so a retry after a lost response
 * does not undo the first toggle.
 */
export const toggleInWishlist = guarded(`
local went = redis.call('GET', keys[2])
if not went then
  if redis.call('LREM', keys[1], 0, args[1]) > 0 then
    went = 'removed'
  elseif redis.call('LLEN', keys[1]) < ${wishlistMax} then
    redis.call('RPUSH', keys[1], args[1])
    went = 'added'
  else
    went = 'full'
  end
  redis.call('SET', keys[2], went, 'PX', ${REPEATED_FOR_MS})
end
return { 'ok', went, redis.call('LRANGE', keys[1], 0, -1) }
`);
