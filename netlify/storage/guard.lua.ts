import { script, type Script } from './redis.ts';

const DAY_MS = 24 * 60 * 60 * 1_000;

/** A session lasts this long after its last use (decisions, Accounts and sessions). */
export const SESSION_MS = 30 * DAY_MS;

/** A session that was extended less than this ago is left alone, so that most calls write nothing. */
const EXTENDED_FOR_MS = DAY_MS;

/** The database's own clock in ms: functions run on many machines, and their clocks differ. */
export const clock = `
local time = redis.call('TIME')
local now = time[1] * 1000 + math.floor(time[2] / 1000)
`;

/**
 * Counts `count` windows whose keys begin at KEYS[at] and whose pairs of limit and length in ms begin at ARGV[from].
 * Gives back the first one that is full, with the ms until it opens. A refused call counts nowhere, else a shopper who
 * keeps pressing would never come in again. `counts` says which windows there are for this call, by their place from 0;
 * without it all.
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
 * The limits of a call without a token. KEYS: windows; ARGV: limit and length of each.
 * Atomic because parallel guesses at a password must not all pass between look and count.
 */
export const limit: Script = script(`${windows}
return refusal(1, 1, #KEYS) or { 'ok' }
`);

/**
 * A script that changes something without a token, unless a limit is reached: one script, because a call that is refused
 * must write nothing, and because to ask the limits first would be twice the wait.
 *
 * KEYS: windows, then the script's own as `keys`. ARGV: number of windows, limit and length of each, then the script's
 * own as `args`. Replies begin with 'ok' or 'too-many'.
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
 * A script that changes something in a shopper's name. Session, limits and change are one script, because a session
 * that is revoked must not write any more, and because two round trips would be twice the wait.
 *
 * KEYS: sessions, seen, windows, then the script's own as `keys`. ARGV: token hash, user id, number of windows, limit and
 * length of each, then the script's own as `args`. Replies begin with 'ok', 'session-ended' or 'too-many'; the limits count
 * after the session check, so that nobody uses up another's with a forged token. A session that is extended notes, at most
 * once a day, that its account is in use.
 *
 * @param repeated looks at `keys` and `args` before the limits, and returns the reply where the client asks a second time
 *   because a first answer was lost: that is no second call, and must not be refused after the change was made
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
if expiry < now + ${SESSION_MS - EXTENDED_FOR_MS} then
  redis.call('HSET', KEYS[1], ARGV[1], now + ${SESSION_MS})
  redis.call('PEXPIRE', KEYS[1], ${SESSION_MS})
  redis.call('ZADD', KEYS[2], now, ARGV[2])
end
${own}
`);
}

/** The check alone, for reads that stand beside it. */
export const guard: Script = guarded(`return { 'ok' }`);
