import { script } from './script.ts';

/**
 * The steps of storage/person-hash-migration.
 * Atomic because an entry must always exist under its old or its new name.
 */

/**
 * Moves fields of a hash. KEYS: hash; ARGV: old and new name in turn. An entry that exists under the new name stays,
 * unless it is an unconfirmed subscription: the old one may be confirmed.
 */
export const moveFields = script(`
for i = 1, #ARGV, 2 do
  local entry = redis.call('HGET', KEYS[1], ARGV[i])
  if entry then
    local kept = redis.call('HGET', KEYS[1], ARGV[i + 1])
    if not kept or string.find(kept, '"confirmedAt":null', 1, true) then
      redis.call('HSET', KEYS[1], ARGV[i + 1], entry)
    end
    redis.call('HDEL', KEYS[1], ARGV[i])
  end
end
return 'ok'
`);

/** Moves members of a sorted set. KEYS: set; ARGV: as above. */
export const moveMembers = script(`
for i = 1, #ARGV, 2 do
  local score = redis.call('ZSCORE', KEYS[1], ARGV[i])
  if score then
    redis.call('ZADD', KEYS[1], 'NX', score, ARGV[i + 1])
    redis.call('ZREM', KEYS[1], ARGV[i])
  end
end
return 'ok'
`);

/**
 * Renames keys. KEYS: old and new name in turn. If both exist, an account keeps its new one, and subscriptions are
 * merged.
 */
export const moveNames = script(`
for i = 1, #KEYS, 2 do
  if redis.call('EXISTS', KEYS[i]) == 1 then
    if redis.call('EXISTS', KEYS[i + 1]) == 0 then
      redis.call('RENAME', KEYS[i], KEYS[i + 1])
    elseif string.sub(KEYS[i], 1, 7) == 'wishes:' then
      local wishes = redis.call('HGETALL', KEYS[i])
      for at = 1, #wishes, 2 do redis.call('HSETNX', KEYS[i + 1], wishes[at], wishes[at + 1]) end
      redis.call('DEL', KEYS[i])
    end
  end
end
return 'ok'
`);

/** Changes the person of emailed links. KEYS: links; ARGV: for each, the expected and the new value. */
export const moveLinks = script(`
for i = 1, #KEYS do
  if redis.call('GET', KEYS[i]) == ARGV[2 * i - 1] then
    redis.call('SET', KEYS[i], ARGV[2 * i], 'KEEPTTL')
  end
end
return 'ok'
`);
