import { guarded } from './guard.lua.ts';
import { journaled, keeping } from './backup-journal.lua.ts';
import { orderCounted, orderLimits } from './order-limits.lua.ts';

/** The client asks Redis twice where a first answer was lost, and by then the change itself would look like a stale one. */
const repeated = `
local change = cjson.decode(args[1])
if redis.call('EXISTS', keys[change.done]) == 1 then return { 'ok', 'done' } end
`;

/**
 * Carries a change out whole, or not at all. args[1] is the change as JSON; its numbers name keys by their place in
 * `keys`:
 *
 * - `expect`: pairs of key and the text that must stand there, or '' for none
 * - `pieces`: at `stock`, lists of variant, pieces (negative ones are taken) and opening stock; variants must not repeat
 * - `lower`: lists of key, field and number: a hash's counter goes down, and away at 0
 * - `forget`: pairs of key and text: the key goes where it holds that text
 * - `writes`: lists of a command's name, its key and its further words
 * - `numbers`: lists of a series, a member of it and a mark: the member gets the next number of the series, from 1, and
 *   that number takes the mark's place, in quotes, wherever `writes` have it
 * - `limits`: those of an order that is not paid yet (scripts/limits)
 * - `done`: a key of this change alone, written along with it for `kept` ms
 *
 * Where `done` stands, the answer is 'done' and nothing happens.
 *
 * Gives back 'done'; 'stale', the place in `expect` and what stands there instead; 'over' as scripts/limits; or 'short'
 * and, for every line of `pieces` that lacks some, its place and what is left.
 *
 * Atomic because an order is its text, its pieces, its place in lists and the news of it: two shoppers must never get
 * the last piece, and of a webhook, a returning shopper and the sweep that bring the same payment at once, one changes
 * the order and the others must see that it has changed. What an order becomes is decided by the domain, outside; that
 * decision counts only while the text that it was made from still stands.
 *
 * A series is a sorted set, members by number, from which nobody is ever taken: its size is the last number that was
 * given. A number is given in the step that writes the document which carries it, so none is burnt by a change that
 * comes to nothing and no two documents share one; and a member that has one keeps it.
 *
 * The stock of a variant is written as a number when it first changes; until then the catalogue's opening stock stands
 * for it, so nothing has to be seeded. All reads come before the first write, because Redis does not undo what a script
 * wrote before it failed; and the first write is one that needs room, because a Redis without room refuses it, yet would
 * delete.
 */
const commit = `
for at, pair in ipairs(change.expect) do
  local found = redis.call('GET', keys[pair[1]]) or ''
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
if #change.pieces > 0 then touched[1] = stock end
for _, line in ipairs(change.lower) do touched[#touched + 1] = keys[line[1]] end
for _, key in ipairs(forgotten) do touched[#touched + 1] = key end
for _, pair in ipairs(counted) do touched[#touched + 1] = keys[pair[1].key] end
for _, line in ipairs(change.numbers) do touched[#touched + 1] = keys[line[1]] end
for _, words in ipairs(change.writes) do touched[#touched + 1] = keys[words[2]] end
${keeping('touched')}
redis.call('SET', keys[change.done], '1', 'PX', change.kept)
for at, line in ipairs(change.pieces) do redis.call('HSET', stock, line[1], left[at] + line[2]) end
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
return { 'ok', 'done' }
`;

/** In a shopper's name: nothing happens unless the session stands. */
export const shopperCommit = guarded(commit, repeated, journaled);

/** In the shop's own name: a provider's news, the sweep, the owner. */
export const ownCommit = journaled(`local keys, args = KEYS, ARGV\n${repeated}${commit}`);
