import { lifetimes } from '../../src/domain/config.ts';
import { DAY_MS } from '../../src/domain/time-units.ts';
import { script, type Script } from './script.ts';

/** A session is extended at most this often, so that most calls write nothing. */
const EXTENDED_FOR_MS = DAY_MS;

/** The database's clock in ms: functions run on many machines whose clocks differ. */
export const clock = `
local time = redis.call('TIME')
local now = time[1] * 1000 + math.floor(time[2] / 1000)
`;

/**
 * Counts a call in `count` windows, whose keys begin at KEYS[at] and whose limits and lengths (ms), in pairs, begin at
 * ARGV[from]. Returns the first full window, with the ms until it ends. A refused call does not count, or a shopper who
 * keeps retrying would never be let in. `counts` selects the windows of this call by place, from 0; without it all
 * count.
 */
export const windows = `
local function refusal(at, from, count, counts)
  local own = {}
  for i = 0, count - 1 do
    if not counts or counts(i) then own[#own + 1] = i end
  end
  for _, i in ipairs(own) do
    local calls = tonumber(redis.call('GET', KEYS[at + i]) or '0')
    if calls >= tonumber(ARGV[from + 2 * i]) then return { 'too-many', redis.call('PTTL', KEYS[at + i]) } end
  end
  for _, i in ipairs(own) do
    if redis.call('INCR', KEYS[at + i]) == 1 then redis.call('PEXPIRE', KEYS[at + i], ARGV[from + 2 * i + 1]) end
  end
  return nil
end
`;

/**
 * The rate limits of a call without a token. KEYS: windows; ARGV: limit and length (ms) of each.
 * Atomic because parallel password guesses must not all pass between the read and the count.
 */
export const limit: Script = script(`${windows}
return refusal(1, 1, #KEYS) or { 'ok' }
`);

/**
 * A script that changes data without a token, unless a limit is reached. It is one script because a refused call must
 * write nothing, and because a separate check of the limits would be a second round trip.
 *
 * KEYS: windows, then the script's own as `keys`. ARGV: number of windows, limit and length (ms) of each, then the
 * script's own as `args`. Replies begin with 'ok' or 'too-many'.
 */
export function limited(own: string, make = script): Script {
  return make(`${clock}${windows}
local count = tonumber(ARGV[1])
local refused = refusal(1, 2, count)
if refused then return refused end
local keys = { unpack(KEYS, 1 + count) }
local args = { unpack(ARGV, 2 + 2 * count) }
${own}
`);
}

/**
 * A script that changes data for a shopper. Session check, limits and change are one script, because a revoked session
 * must not write, and because separate steps would be a second round trip.
 *
 * KEYS: sessions, last active, windows, then the script's own as `keys`. ARGV: token hash, user id, number of windows,
 * limit and length (ms) of each, then the script's own as `args`. Replies begin with 'ok', 'session-ended' or
 * 'too-many'. The limits count after the session check, so that a forged token cannot use up another shopper's limit.
 * An extended session updates when the account was last active, at most once a day.
 *
 * @param repeated runs before the limits and returns the reply of a call that is a retry after a lost response: a retry
 *   must not be refused after the change was made
 * @param make `journaled` for a script that changes several keys
 */
export function guarded(own: string, repeated = '', make = script): Script {
  return make(`${clock}${windows}
local expiry = tonumber(redis.call('HGET', KEYS[1], ARGV[1]) or '0')
if expiry <= now then return { 'session-ended' } end
local count = tonumber(ARGV[3])
local keys = { unpack(KEYS, 3 + count) }
local args = { unpack(ARGV, 4 + 2 * count) }
${repeated}
local refused = refusal(3, 4, count)
if refused then return refused end
if expiry < now + ${lifetimes.sessionMs - EXTENDED_FOR_MS} then
  redis.call('HSET', KEYS[1], ARGV[1], now + ${lifetimes.sessionMs})
  redis.call('PEXPIRE', KEYS[1], ${lifetimes.sessionMs})
  redis.call('ZADD', KEYS[2], now, ARGV[2])
end
${own}
`);
}

/** Only the session check and limits, for reads in the same round trip. */
export const guard: Script = guarded(`return { 'ok' }`);
