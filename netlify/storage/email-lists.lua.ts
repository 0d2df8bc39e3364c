import { limited } from './session-and-limits.lua.ts';

/**
 * Adds an email to a list unless it is there: the first entry stays, with the newest size. keys: list, then the email's
 * subscriptions if the list belongs to a product; args: email, entry (JSON), size if the list has one. Returns 'added'
 * or 'known'.
 * Atomic because an entry that is missing from the email's subscriptions would outlive the account.
 */
export const join = limited(`
local added = redis.call('HSETNX', keys[1], args[1], args[2]) == 1
if not added and args[3] then
  local entry = cjson.decode(redis.call('HGET', keys[1], args[1]))
  entry.size = args[3]
  redis.call('HSET', keys[1], args[1], cjson.encode(entry))
end
if keys[2] then redis.call('HSET', keys[2], keys[1], redis.call('HGET', keys[1], args[1])) end
return { 'ok', added and 'added' or 'known' }
`);
