import { script } from './redis.ts';
import { clock, limited } from './guard.lua.ts';
import { journaled, keeping } from './backup-journal.lua.ts';
import { notify } from './notifications.lua.ts';

/** A run that takes a shopper in hand has this long to write to them; then another run may. */
const IN_HAND_MS = 60_000;

/**
 * Puts an e-mail on the list of those who wait for a size, unless there are pieces of it. keys: stock, notify,
 * the e-mail's wishes; args: variant, opening stock, e-mail. Gives back 'saved', also where the e-mail is on the list
 * already and keeps its place, or 'in-stock'.
 * Atomic because pieces that come between look and write would leave a shopper waiting for what is there, and because a
 * wish that is not among the e-mail's wishes would outlive the account.
 */
export const saveSubscription = limited(`
if tonumber(redis.call('HGET', keys[1], args[1]) or args[2]) > 0 then return { 'ok', 'in-stock' } end
redis.call('ZADD', keys[2], 'NX', now, args[3])
redis.call('HSET', keys[3], keys[2], redis.call('ZSCORE', keys[2], args[3]))
return { 'ok', 'saved' }
`);

/**
 * Sets what is left of a variant. KEYS: stock, notify; ARGV: variant, opening stock, pieces. Gives back what was left
 * before and how many wait.
 * Atomic because an order that comes between look and write would be told as something else.
 */
export const setPieces = script(`
local before = redis.call('HGET', KEYS[1], ARGV[1]) or ARGV[2]
redis.call('HSET', KEYS[1], ARGV[1], ARGV[3])
return { tonumber(before), redis.call('ZCARD', KEYS[2]) }
`);

/**
 * Takes the one in hand who has waited longest and is in nobody's hand. KEYS: stock, notify, notifying; ARGV: variant,
 * opening stock. Gives back 'taken', e-mail and since when they wait, 'nobody', or 'sold-out' where no piece is left.
 * Atomic because two runs at once must not both take the same shopper. The hand opens by itself after a minute, so that
 * nobody is lost with a run that was killed. Only those in hand are passed over, and a run holds few at a time.
 */
export const claimSubscription = script(`${clock}
if tonumber(redis.call('HGET', KEYS[1], ARGV[1]) or ARGV[2]) <= 0 then return { 'sold-out' } end
local from = 0
while true do
  local waiting = redis.call('ZRANGE', KEYS[2], from, from + 49, 'WITHSCORES')
  if #waiting == 0 then return { 'nobody' } end
  for i = 1, #waiting, 2 do
    if tonumber(redis.call('HGET', KEYS[3], waiting[i]) or '0') <= now then
      redis.call('HSET', KEYS[3], waiting[i], now + ${IN_HAND_MS})
      redis.call('PEXPIRE', KEYS[3], ${IN_HAND_MS})
      return { 'taken', waiting[i], waiting[i + 1] }
    end
  end
  from = from + 50
end
`);

/**
 * Takes a shopper off the list who has been written to, and leaves the notification. KEYS: notify, notifying, the
 * e-mail's wishes, then the notifications where the e-mail has an account; ARGV: e-mail, notification (JSON). Gives back 1,
 * or 0 where another run has done it.
 * Atomic because a list without the shopper and a notification that was never left would be lost news, because two
 * runs that wrote to one shopper must leave one notification, and because the e-mail's wishes must not name an answered one. The notification is left first, because a Redis without room
 * refuses that, yet would take off the list.
 */
export const settleSubscription = journaled(`${notify}${keeping('KEYS')}
local waits = redis.call('ZSCORE', KEYS[1], ARGV[1])
if waits and KEYS[4] then notify(KEYS[4], ARGV[2]) end
redis.call('HDEL', KEYS[2], ARGV[1])
redis.call('ZREM', KEYS[1], ARGV[1])
redis.call('HDEL', KEYS[3], KEYS[1])
return waits and 1 or 0
`);
