import { script } from './script.ts';

/**
 * Reads a page of the order list, newest first. KEYS: rows, words, all orders, how far the index is, then the groups
 * that are counted, then those that filter. ARGV: JSON of
 *
 * - `counted`, `filters`: places in KEYS
 * - `from`, `to`: the time of placement (ms, both included) as text
 * - `words`: for every typed word a list of what it can mean: beginnings of entries of the words; '' for none
 * - `most`: how many orders; `before`: time and id of the last order of the page before, or '' twice
 *
 * Returns the counts of all orders and of each counted group, the index's progress, 'more' or '', the time and id of the
 * last order seen, then id, time and row of each order.
 *
 * A filter that few orders of a large group meet could read the whole group, so a page stops after 5,000 orders and
 * says where to continue. One script, because the rows can only be asked for when their ids are known.
 */
export const readOrderPage = script(`
local asked = cjson.decode(ARGV[1])
local rows, words, all = KEYS[1], KEYS[2], KEYS[3]
local AT_ONCE, SCANNED, MATCHES, HASH, TIME = 500, 5000, 2000, 16, 9
local from, to = tonumber(asked.from), tonumber(asked.to)
local beforeTime, beforeId = tonumber(asked.before[1]), asked.before[2]

local function isOlder(time, id)
  return not beforeTime or time < beforeTime or (time == beforeTime and id < beforeId)
end

local found, last = {}, { '', '' }
-- Adds those of these orders that every filter has.
local function add(ids, most)
  local times = redis.call('ZMSCORE', all, unpack(ids))
  local lists = {}
  for at, place in ipairs(asked.filters) do lists[at] = redis.call('ZMSCORE', KEYS[place], unpack(ids)) end
  for at, id in ipairs(ids) do
    local time = tonumber(times[at] or '')
    local isFound = time and time >= from and time <= to and isOlder(time, id)
    for _, list in ipairs(lists) do isFound = isFound and list[at] end
    if time then last = { times[at], id } end
    if isFound then found[#found + 1] = { id, times[at], time } end
    if most and #found == most then return true end
  end
  return false
end

local isMore = false

local function scan()
  local base = all
  for _, place in ipairs(asked.filters) do
    if redis.call('ZCARD', KEYS[place]) < redis.call('ZCARD', base) then base = KEYS[place] end
  end
  local upTo = asked.to
  if beforeTime and beforeTime < to then upTo = asked.before[1] end
  for offset = 0, SCANNED - 1, AT_ONCE do
    local ids = redis.call('ZREVRANGEBYSCORE', base, upTo, asked.from, 'LIMIT', offset, AT_ONCE)
    if #ids == 0 then return end
    if add(ids, asked.most) then isMore = true return end
    if #ids < AT_ONCE then return end
  end
  isMore = true
end

local function ranges(word) return '[' .. word, '[' .. word .. string.char(255) end

local function idIn(entry)
  if string.sub(entry, 1, 1) == '#' then return string.reverse(string.sub(entry, 2)), nil end
  return string.sub(entry, HASH + TIME + 1), string.sub(entry, HASH + 1, HASH + TIME)
end

-- Whether the order has one meaning of the word.
local function has(id, time, meanings)
  for _, word in ipairs(meanings) do
    if string.sub(word, 1, 1) == '#' then
      if string.sub(string.reverse(id), 1, #word - 1) == string.sub(word, 2) then return true end
    elseif time then
      if redis.call('ZSCORE', words, word .. time .. id) then return true end
    end
  end
  return false
end

local function base36(number)
  local digits, text = '0123456789abcdefghijklmnopqrstuvwxyz', ''
  while #text < TIME do
    local digit = number % 36
    text = string.sub(digits, digit + 1, digit + 1) .. text
    number = math.floor(number / 36)
  end
  return text
end

local function search()
  local rarest, fewest
  for at, meanings in ipairs(asked.words) do
    local count = 0
    for _, word in ipairs(meanings) do
      local low, high = ranges(word)
      count = count + redis.call('ZLEXCOUNT', words, low, high)
    end
    if not fewest or count < fewest then rarest, fewest = at, count end
  end
  local ids, isKnown = {}, {}
  for _, word in ipairs(asked.words[rarest]) do
    local low, high = ranges(word)
    for _, entry in ipairs(redis.call('ZREVRANGEBYLEX', words, high, low, 'LIMIT', 0, MATCHES)) do
      local id, time = idIn(entry)
      if not isKnown[id] then
        isKnown[id] = true
        if not time and #asked.words > 1 then time = base36(tonumber(redis.call('ZSCORE', all, id) or '0')) end
        local isFound = true
        for at, meanings in ipairs(asked.words) do
          if isFound and at ~= rarest then isFound = has(id, time, meanings) end
        end
        if isFound then ids[#ids + 1] = id end
      end
    end
  end
  for at = 1, #ids, AT_ONCE do add({ unpack(ids, at, math.min(at + AT_ONCE - 1, #ids)) }) end
  table.sort(found, function(a, b)
    if a[3] == b[3] then return a[1] > b[1] end
    return a[3] > b[3]
  end)
  isMore = #found > asked.most
  while #found > asked.most do found[#found] = nil end
  if #found > 0 then last = { found[#found][2], found[#found][1] } end
end

if #asked.words > 0 then search() else scan() end

local counts = { redis.call('ZCARD', all) }
for at, place in ipairs(asked.counted) do counts[at + 1] = redis.call('ZCARD', KEYS[place]) end
local page = { counts, redis.call('GET', KEYS[4]) or '', isMore and 'more' or '', last[1], last[2] }
local texts = {}
if #found > 0 then
  local ids = {}
  for at, one in ipairs(found) do ids[at] = one[1] end
  texts = redis.call('HMGET', rows, unpack(ids))
end
for at, one in ipairs(found) do
  page[#page + 1] = one[1]
  page[#page + 1] = one[2]
  page[#page + 1] = texts[at] or ''
end
return page
`);
