/**
 * Appends an entry to the log of the desk: to the month's list and to the subject's, with the hash of the entry before
 * it. `months` is the set of months, `last` the hash of the newest entry. Part of the script that makes the change, so
 * that there is no change without its entry.
 */
export const logging = `
local function append(all, subject, months, last, month, text)
  local entry = '{"previous":"' .. (redis.call('GET', last) or '') .. '",' .. string.sub(text, 2)
  redis.call('RPUSH', all, entry)
  redis.call('RPUSH', subject, entry)
  redis.call('SADD', months, month)
  redis.call('SET', last, redis.sha1hex(entry))
end
`;
