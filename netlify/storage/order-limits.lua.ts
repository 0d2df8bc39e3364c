/**
 * Checks the limits of an unpaid order, for a commit with `limits`. Returns 'over', the limit and whether the account's
 * email is confirmed; or collects in `counted` what to write after all other checks.
 *
 * `limits.counts` are sorted sets with the order or its pieces as members, by the time of the order; those of the last
 * `windowMs` count. If the limit is a number, members are counted. If it has pieces and paise, these are summed from the
 * names of the members: `order id:pieces:paise`. `released` leaves the set in the same commit. The account's own set
 * comes first: it says whether the order is the only open one. The other fields are in transaction.ts.
 *
 * Atomic because two orders at once must not both be the last one within a limit. The account is read here to save a
 * round trip: the limit depends on whether its email is confirmed.
 */
export const orderLimits = `
local limits, counted = change.limits, {}
if limits then
  local account = cjson.decode(redis.call('GET', keys[limits.account]) or '{}')
  local function has(value) return value ~= nil and value ~= cjson.null end
  local isConfirmed = has(account.emailConfirmedAt) or has(account.googleSubject)
  local state = isConfirmed and 'confirmed' or 'unconfirmed'
  for _, place in ipairs(limits.paid) do
    if isConfirmed and redis.call('EXISTS', keys[place]) == 1 then state = 'paid' end
  end
  local over = { 'ok', 'over', 'order', isConfirmed and 1 or 0 }
  if limits.needsConfirmed and not isConfirmed then return over end
  local function word(time) return string.format('%.0f', time) end
  local createdAt, isFirst = tonumber(account.createdAt) or 0, false
  local isKnown = isConfirmed or limits.at - createdAt >= limits.justRegisteredMs
  for _, count in ipairs(limits.counts) do
    local isSmall = isFirst and limits.pieces <= limits.smallOrderPieces
    local most, isLeftOut = count.most[state], count.without and isSmall
    if count.without == 'known-small' then isLeftOut = isSmall and isKnown end
    if most and not isLeftOut then
      local key, isOver = keys[count.key], nil
      local first, last = '(' .. word(limits.at - (count.windowMs or limits.openMs)), '+inf'
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
        if count.by == 'account' then isFirst = pieces == 0 end
        add(count.members)
        isOver = pieces > most.pieces or paise > most.paise
      else
        local others = redis.call('ZCOUNT', key, first, last)
        if count.by == 'account' then isFirst = others == 0 end
        isOver = others + #count.members > most
      end
      over[3] = count.by
      if isOver and not (count.isNamed and isConfirmed and isFirst) then return over end
      if not count.isOnlyRead then counted[#counted + 1] = { count, word(limits.at) } end
    end
  end
end
`;

/** Writes the members that `orderLimits` has accepted. */
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
