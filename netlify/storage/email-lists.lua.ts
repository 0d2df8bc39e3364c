import { limited } from './guard.lua.ts';

/**
 * Puts an e-mail on a list unless it is there: the first entry stays, with the newest size. keys: list, then the e-mail's
 * wishes where the list is one of a product; args: e-mail, entry (JSON), size where the list has one. Gives back 'added' or
 * 'known'.
 * Atomic because an entry that is not among the e-mail's wishes would outlive the account.
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
