/**
 * The limits of an order on delivery, for a commit that carries `cash`. Gives back 'over', the limit and whether the
 * account's email is confirmed, or counts the order in `count`, once the rest of the commit has been looked at.
 *
 * `cash.counts` are sorted sets: an order or its pieces, by the time of the order; a set with `nearMs` by the time at
 * which its account was registered, and then only neighbours in that time count. An account that is older than `openMs`
 * is nobody's neighbour.
 *
 * In the step that places the order, because two orders at once must not both be the last that fits, and because the
 * account is read here: whether its email is confirmed costs no round trip of its own.
 */
export const cashLimits = `
local cash, counted = change.cash, {}
if cash then
  local account = cjson.decode(redis.call('GET', keys[cash.account]) or '{}')
  local function has(value) return value ~= nil and value ~= cjson.null end
  local isConfirmed = has(account.emailConfirmedAt) or has(account.googleSubject)
  local over = { 'ok', 'over', 'order', isConfirmed and 1 or 0 }
  if cash.needsConfirmed and not isConfirmed then return over end
  local function word(time) return string.format('%.0f', time) end
  local since = cash.at - cash.openMs
  for _, count in ipairs(cash.counts) do
    local score, first, last = cash.at, '(' .. word(since), '+inf'
    if count.nearMs then
      score = tonumber(account.createdAt) or 0
      first, last = word(score - count.nearMs), word(score + count.nearMs)
    end
    if score > since then
      local open = redis.call('ZCOUNT', keys[count.key], first, last)
      over[3] = count.by
      if open + #count.members > (isConfirmed and count.confirmed or count.unconfirmed) then return over end
      counted[#counted + 1] = { count, word(score) }
    end
  end
end
`;

/** Writes what `cashLimits` has let pass. */
export const cashCounted = `
for _, pair in ipairs(counted) do
  local key, members = keys[pair[1].key], {}
  for _, member in ipairs(pair[1].members) do
    members[#members + 1] = pair[2]
    members[#members + 1] = member
  end
  redis.call('ZADD', key, unpack(members))
  redis.call('ZREMRANGEBYSCORE', key, '-inf', string.format('%.0f', cash.at - cash.openMs))
  redis.call('PEXPIRE', key, cash.openMs)
end
`;
