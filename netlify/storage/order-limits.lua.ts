/**
 * The limits of an order that is not paid yet, for a commit that carries `limits`. Gives back 'over', the limit and whether
 * the account's email is confirmed, or counts the order in `count`, once the rest of the commit has been looked at.
 *
 * `limits.counts` are sorted sets: an order or its pieces, by the time of the order; a set with `nearMs` by the time at
 * which its account was registered, and then only neighbours in that time count. An account that is older than `openMs`
 * is nobody's neighbour. Where the limit is a number, members are counted; where it has pieces and paise, those are
 * added up, which the members' names carry: `order id:pieces:paise`. `released` leaves the set in the same commit. A set
 * with `isOnlyRead` gets no member here.
 *
 * In the step that places the order, because two orders at once must not both be the last that fits, and because the
 * account is read here: whether its email is confirmed costs no round trip of its own.
 */
export const orderLimits = `
local limits, counted = change.limits, {}
if limits then
  local account = cjson.decode(redis.call('GET', keys[limits.account]) or '{}')
  local function has(value) return value ~= nil and value ~= cjson.null end
  local isConfirmed = has(account.emailConfirmedAt) or has(account.googleSubject)
  local over = { 'ok', 'over', 'order', isConfirmed and 1 or 0 }
  if limits.needsConfirmed and not isConfirmed then return over end
  local function word(time) return string.format('%.0f', time) end
  local since = limits.at - limits.openMs
  for _, count in ipairs(limits.counts) do
    local score, first, last = limits.at, '(' .. word(since), '+inf'
    if count.nearMs then
      score = tonumber(account.createdAt) or 0
      first, last = word(score - count.nearMs), word(score + count.nearMs)
    end
    if score > since then
      local key, most, isOver = keys[count.key], isConfirmed and count.confirmed or count.unconfirmed, nil
      if type(most) == 'table' then
        local pieces, paise, known = 0, 0, {}
        local function add(members)
          for _, member in ipairs(members) do
            if not known[member] then
              local more, costs = string.match(member, ':(%d+):(%d+)$')
              pieces, paise, known[member] = pieces + more, paise + costs, true
            end
          end
        end
        for _, member in ipairs(count.released) do known[member] = true end
        add(redis.call('ZRANGEBYSCORE', key, first, last))
        add(count.members)
        isOver = pieces > most.pieces or paise > most.paise
      else
        isOver = redis.call('ZCOUNT', key, first, last) + #count.members > most
      end
      over[3] = count.by
      if isOver then return over end
      if not count.isOnlyRead then counted[#counted + 1] = { count, word(score) } end
    end
  end
end
`;

/** Writes what `orderLimits` has let pass. */
export const orderCounted = `
for _, pair in ipairs(counted) do
  local key, members = keys[pair[1].key], {}
  for _, member in ipairs(pair[1].members) do
    members[#members + 1] = pair[2]
    members[#members + 1] = member
  end
  redis.call('ZADD', key, unpack(members))
  redis.call('ZREMRANGEBYSCORE', key, '-inf', string.format('%.0f', limits.at - limits.openMs))
  redis.call('PEXPIRE', key, limits.openMs)
end
`;
