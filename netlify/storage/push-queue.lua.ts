import { clock } from './session-and-limits.lua.ts';
import { script } from './script.ts';

/**
 * Claims what devices have not been notified of yet. KEYS: the events (a stream), then the state of each device. ARGV: for how
 * many ms a claim holds, how old (ms) an event may be, how many ms a state is kept, then for each device the kinds of
 * events that it is told, with a comma behind each.
 *
 * Returns for each device with news: its place (from 0), the id of the newest event, and for each kind its name, how
 * many there are, and order, amount and state of the newest one.
 *
 * A device that was claimed shortly before is left out: so two runs never send the same, and a device gets one message
 * a minute at most, with everything that happened meanwhile. The state remembers the last event that was sent, and not
 * the ones to tell: nothing is lost if a run stops. Events have ids of the database, in the sequence of the commits.
 */
export const claimNews = script(`${clock}
local newest = redis.call('XREVRANGE', KEYS[1], '+', '-', 'COUNT', 1)[1]
if not newest then return {} end
local claims = {}
for at = 2, #KEYS do
  local state = redis.call('HMGET', KEYS[at], 'told', 'free')
  local told = state[1] or '0-0'
  if told ~= newest[1] and tonumber(state[2] or '0') <= now then
    local from = told
    local oldest = now - ARGV[2]
    if tonumber(string.match(told, '^%d+')) < oldest then from = string.format('%.0f', oldest) end
    local kinds, found = {}, {}
    for _, event in ipairs(redis.call('XRANGE', KEYS[1], from, '+')) do
      local fields = event[2]
      local kind = fields[2]
      if event[1] ~= told and string.find(ARGV[at + 2], kind .. ',', 1, true) then
        if not found[kind] then
          found[kind] = { kind, 0 }
          kinds[#kinds + 1] = found[kind]
        end
        found[kind][2] = found[kind][2] + 1
        found[kind][3], found[kind][4], found[kind][5] = fields[4], fields[6], fields[8]
      end
    end
    if #kinds > 0 then
      redis.call('HSET', KEYS[at], 'free', now + ARGV[1])
      claims[#claims + 1] = { at - 2, newest[1], kinds }
    else
      redis.call('HSET', KEYS[at], 'told', newest[1])
    end
    redis.call('PEXPIRE', KEYS[at], ARGV[3])
  end
end
return claims
`);

/** KEYS: the events. Returns the id of the newest one; a script, because the client reads no stream as it is. */
export const newestEvent = script(`
local newest = redis.call('XREVRANGE', KEYS[1], '+', '-', 'COUNT', 1)[1]
return newest and newest[1] or '0-0'
`);
