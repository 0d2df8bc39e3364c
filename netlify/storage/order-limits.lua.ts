/**
 * Checks the limits of an unpaid order, for a commit with `limits`. Returns 'over', the limit and whether the account's
 * email is confirmed; or collects in `counted` what to write after all other checks.
 *
 * `limits.counts` are sorted sets with the order or its pieces as members, by the time of the order. A set with
 * `nearMs` is sorted by the account's creation, and only accounts created within `nearMs` of this one count; it does
 * not apply to accounts older than `openMs`. If the limit is a number, members are counted. If it has pieces and paise,
 * these are summed from the names of the members: `order id:pieces:paise`. `released` leaves the set in the same
 * commit. A set with `isOnlyRead` gets no member here. A set with `isNamed` does not bind an account with a confirmed
 * email that has no other order in its own set, which comes first. In a set with `needsPaid`, an account without a paid
 * order (`limits.paid`) has the limit of the unconfirmed.
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
  local hasPaid = limits.paid and redis.call('EXISTS', keys[limits.paid]) == 1
  local over = { 'ok', 'over', 'order', isConfirmed and 1 or 0 }
  if limits.needsConfirmed and not isConfirmed then return over end
  local function word(time) return string.format('%.0f', time) end
  local since, isFirst = limits.at - limits.openMs, false
  for _, count in ipairs(limits.counts) do
    local score, first, last = limits.at, '(' .. word(since), '+inf'
    if count.nearMs then
      score = tonumber(account.createdAt) or 0
      first, last = word(score - count.nearMs), word(score + count.nearMs)
    end
    if score > since then
      local isTrusted = isConfirmed and (hasPaid or not count.needsPaid)
      local key, most, isOver = keys[count.key], isTrusted and count.confirmed or count.unconfirmed, nil
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
      if not count.isOnlyRead then counted[#counted + 1] = { count, word(score) } end
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
