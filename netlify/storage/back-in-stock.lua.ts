import { script } from './script.ts';
import { clock, limited } from './session-and-limits.lua.ts';
import { journaled, keeping } from './backup-journal.lua.ts';
import { notify } from './notifications.lua.ts';

/** How long a run may take to email a claimed shopper; after that another run may claim the same one. */
const CLAIM_MS = 60_000;

/**
 * Adds an email to the back-in-stock list of a size, unless the size is in stock. keys: stock, list, the email's
 * subscriptions; args: variant, initial stock, email. Returns 'saved', also if the email is on the list already and
 * keeps its place, or 'in-stock'.
 * Atomic because pieces that arrive between read and write would leave a shopper waiting for a size in stock, and
 * because a subscription that is missing from the email's subscriptions would outlive the account.
 */
export const saveSubscription = limited(`
if tonumber(redis.call('HGET', keys[1], args[1]) or args[2]) > 0 then return { 'ok', 'in-stock' } end
redis.call('ZADD', keys[2], 'NX', now, args[3])
redis.call('HSET', keys[3], keys[2], redis.call('ZSCORE', keys[2], args[3]))
return { 'ok', 'saved' }
`);

/**
 * Claims the oldest subscription that no run has claimed. KEYS: stock, list, claims; ARGV: variant, initial stock.
 * Returns 'taken', email and since when it waits (ms); 'nobody'; or 'sold-out' if no piece is left.
 * Atomic because two runs must not claim the same shopper. A claim expires after a minute, so that a killed run loses
 * nobody. The search skips claimed subscriptions only, and a run claims few at a time.
 */
export const claimSubscription = script(`${clock}
if tonumber(redis.call('HGET', KEYS[1], ARGV[1]) or ARGV[2]) <= 0 then return { 'sold-out' } end
local from = 0
while true do
  local waiting = redis.call('ZRANGE', KEYS[2], from, from + 49, 'WITHSCORES')
  if #waiting == 0 then return { 'nobody' } end
  for i = 1, #waiting, 2 do
    if tonumber(redis.call('HGET', KEYS[3], waiting[i]) or '0') <= now then
      redis.call('HSET', KEYS[3], waiting[i], now + ${CLAIM_MS})
      redis.call('PEXPIRE', KEYS[3], ${CLAIM_MS})
      return { 'taken', waiting[i], waiting[i + 1] }
    end
  end
  from = from + 50
end
`);

/**
 * Removes a shopper from the list after the email was sent, and adds the notification. KEYS: list, claims, the email's
 * subscriptions, then the notifications if an account has confirmed the email; ARGV: email, notification (JSON).
 * Returns 1, or 0 if another run has done it.
 * Atomic because a shopper who is removed without a notification would miss the news, because two runs for one shopper
 * must add one notification, and because the email's subscriptions must not name a removed one. The notification is
 * written first: a full Redis refuses that write, but would still remove from the list.
 */
export const removeSubscription = journaled(`${notify}${keeping('KEYS')}
local waits = redis.call('ZSCORE', KEYS[1], ARGV[1])
if waits and KEYS[4] then notify(KEYS[4], ARGV[2]) end
redis.call('HDEL', KEYS[2], ARGV[1])
redis.call('ZREM', KEYS[1], ARGV[1])
redis.call('HDEL', KEYS[3], KEYS[1])
return waits and 1 or 0
`);
