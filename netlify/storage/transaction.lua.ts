import { guarded } from './session-and-limits.lua.ts';
import { journaled, keeping } from './backup-journal.lua.ts';
import { logging } from './staff-log.lua.ts';
import { orderCounted, orderLimits } from './order-limits.lua.ts';

/** A retry after a lost response: the change was made, so its expectations no longer hold. */
const repeated = `
local change = cjson.decode(args[1])
if redis.call('EXISTS', keys[change.done]) == 1 then return { 'ok', 'done' } end
`;

/**
 * Carries out a change as a whole, or not at all. args[1] is the change as JSON; its numbers are places in `keys`:
 *
 * - `expect`: lists of a key, the text that it must hold ('' for no key), and '' or the member whose score is that text
 * - `pieces`: for `stock`, lists of variant, pieces (negative: take from stock) and initial stock; each variant only
 *   once
 * - `counts`: for `stock`, lists of variant, initial stock, the number that somebody saw, the number that it shall be,
 *   and hashes whose pieces of the variant stand beside the stock in both numbers; the stock changes by the difference,
 *   and never falls below 0
 * - `lower`: lists of key, field and number: lowers a hash's counter; it is removed at 0
 * - `forget`: pairs of key and text: deletes the key if it holds that text
 * - `saved`: the keys of `writes` that a backup saves
 * - `writes`: lists of a command's name, its key and its further arguments
 * - `numbers`: lists of a series, a member and a placeholder: the member gets the next number of the series, from 1,
 *   which replaces the quoted placeholder everywhere in `writes`
 * - `limits`: the limits of an unpaid order (order-limits.lua.ts)
 * - `log`: lists of the month's log, the subject's log, the months, the log's end, the month and an entry as JSON
 *   (staff-log.lua.ts)
 * - `done`: a key of this change alone, stored with it for `kept` ms
 *
 * If `done` exists, the script returns 'done' and changes nothing.
 *
 * Returns 'done'; 'stale', the place in `expect` and the text that it found; 'over' as in order-limits.lua.ts; or
 * 'short' and, for every line of `pieces` with too little stock, its place and the stock left, or for every line of
 * `counts` whose number is no longer the one that was seen, its place and the present number.
 *
 * Atomic because an order is its text, its pieces, its list entries and its events: two shoppers must never get the last
 * piece; and if a webhook, a returning shopper and the reconciliation job bring the same payment, only one may change
 * the order and the others must see the change. The domain code decides what an order becomes; its decision counts only
 * while the text that it read is still stored.
 *
 * A series is a sorted set, members by number, from which nothing is ever removed: its size is the last number. A
 * number is given in the step that writes its document, so a failed change uses up no number, no two documents share
 * one, and a member keeps its number.
 *
 * A count is a difference, and refused if the number that was seen has moved: a sale between is never overwritten.
 *
 * The stock of a variant is stored at its first change; until then the catalogue's initial stock counts, so no seeding
 * is needed. All reads come before the first write, because Redis does not roll back a script that fails. The first
 * write is one that needs memory: a full Redis refuses that, but would still delete.
 */
const commit = `${logging}
for at, pair in ipairs(change.expect) do
  local found
  if pair[3] == '' then found = redis.call('GET', keys[pair[1]]) or ''
  else found = redis.call('ZSCORE', keys[pair[1]], pair[3]) or '' end
  if found ~= pair[2] then return { 'ok', 'stale', at - 1, found } end
end

${orderLimits}
local forgotten = {}
for _, pair in ipairs(change.forget) do
  if redis.call('GET', keys[pair[1]]) == pair[2] then forgotten[#forgotten + 1] = keys[pair[1]] end
end
local stock, left, short = keys[change.stock], {}, { 'ok', 'short' }
for at, line in ipairs(change.pieces) do
  left[at] = tonumber(redis.call('HGET', stock, line[1]) or line[3])
  if line[2] < 0 and left[at] + line[2] < 0 then short[#short + 1] = { at - 1, left[at] } end
end
local set = {}
for at, line in ipairs(change.counts) do
  local now = tonumber(redis.call('HGET', stock, line[1]) or line[2])
  local seen = now
  for _, place in ipairs(line[5]) do
    seen = seen + tonumber(redis.call('HGET', keys[place], line[1]) or '0')
  end
  if seen ~= line[3] then short[#short + 1] = { at - 1, seen } end
  set[at] = math.max(0, now + line[4] - line[3])
end
if #short > 2 then return short end
local lowered = {}
for at, line in ipairs(change.lower) do
  lowered[at] = tonumber(redis.call('HGET', keys[line[1]], line[2]) or '0') - line[3]
end
local given, numbers = {}, {}
for at, line in ipairs(change.numbers) do
  local series = line[1]
  local number = tonumber(redis.call('ZSCORE', keys[series], line[2]) or '0')
  if number == 0 then
    given[series] = (given[series] or redis.call('ZCARD', keys[series])) + 1
    number = given[series]
  end
  numbers[at] = string.format('%d', number)
end

local touched = {}
if #change.pieces + #change.counts > 0 then touched[1] = stock end
for _, line in ipairs(change.lower) do touched[#touched + 1] = keys[line[1]] end
for _, key in ipairs(forgotten) do touched[#touched + 1] = key end
for _, pair in ipairs(counted) do touched[#touched + 1] = keys[pair[1].key] end
for _, line in ipairs(change.numbers) do touched[#touched + 1] = keys[line[1]] end
for _, line in ipairs(change.log) do
  for place = 1, 4 do touched[#touched + 1] = keys[line[place]] end
end
for _, place in ipairs(change.saved) do touched[#touched + 1] = keys[place] end
${keeping('touched')}
redis.call('SET', keys[change.done], '1', 'PX', change.kept)
for at, line in ipairs(change.pieces) do redis.call('HSET', stock, line[1], left[at] + line[2]) end
for at, line in ipairs(change.counts) do redis.call('HSET', stock, line[1], set[at]) end
for at, line in ipairs(change.lower) do
  if lowered[at] > 0 then redis.call('HSET', keys[line[1]], line[2], lowered[at])
  else redis.call('HDEL', keys[line[1]], line[2]) end
end
for _, key in ipairs(forgotten) do redis.call('DEL', key) end
${orderCounted}
for at, line in ipairs(change.numbers) do redis.call('ZADD', keys[line[1]], numbers[at], line[2]) end
for _, words in ipairs(change.writes) do
  for at, line in ipairs(change.numbers) do
    for place = 3, #words do words[place] = string.gsub(words[place], '"' .. line[3] .. '"', numbers[at]) end
  end
  redis.call(words[1], keys[words[2]], unpack(words, 3))
end
for _, line in ipairs(change.log) do
  append(keys[line[1]], keys[line[2]], keys[line[3]], keys[line[4]], line[5], line[6])
end
return { 'ok', 'done' }
`;

/** For a shopper: it changes nothing unless the session is valid. */
export const shopperCommit = guarded(commit, repeated, journaled);

/** For the shop itself: webhooks, the reconciliation job, the owner. */
export const ownCommit = journaled(`local keys, args = KEYS, ARGV\n${repeated}${commit}`);
