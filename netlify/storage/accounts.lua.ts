import { lifetimes } from '../../src/domain/config.ts';
import { script } from './script.ts';
import { clock, guarded, windows } from './session-and-limits.lua.ts';
import { journaled, keeping } from './backup-journal.lua.ts';

/** Maximum number of sessions per account; a new one replaces the one that was used longest ago. */
const SESSIONS_MAX = 20;

/** Opens a session and updates when the account was last active. Needs `clock`. */
export const openingSession = `
local function open(sessions, seen, user, token)
  local all = redis.call('HGETALL', sessions)
  local standing, oldest, first = 0, nil, nil
  for i = 1, #all, 2 do
    local expiry = tonumber(all[i + 1])
    if expiry <= now then
      redis.call('HDEL', sessions, all[i])
    else
      standing = standing + 1
      if not first or expiry < first then oldest, first = all[i], expiry end
    end
  end
  if standing >= ${SESSIONS_MAX} then redis.call('HDEL', sessions, oldest) end
  redis.call('HSET', sessions, token, now + ${lifetimes.sessionMs})
  redis.call('PEXPIRE', sessions, ${lifetimes.sessionMs})
  redis.call('ZADD', seen, now, user)
end
`;

/** Maximum number of known networks, and of devices, per account; a new one replaces the one used longest ago. */
const KNOWN_MAX = 20;

/** Records a network or a device, `kind:hash`, from which a password opened its account. Needs `clock`. */
const knowing = `
local function know(login, place)
  local kind = string.match(place, '^%a+:')
  local all = redis.call('HGETALL', login)
  local count, oldest, first = 0, nil, nil
  for i = 1, #all, 2 do
    if string.sub(all[i], 1, #kind) == kind and all[i] ~= place then
      count = count + 1
      local at = tonumber(all[i + 1])
      if not first or at < first then oldest, first = all[i], at end
    end
  end
  if count >= ${KNOWN_MAX} then redis.call('HDEL', login, oldest) end
  redis.call('HSET', login, place, now)
end
`;

/**
 * Creates an account and its first session. KEYS: login, user, sessions, last active, confirmation link; ARGV: user id,
 * password hash, user (JSON), token hash, the link's text or '', the link's lifetime (ms), fields of places. Returns
 * 1, or 0 if the email has an account already.
 * Atomic because two sign-ups with one email must not both find it free. A retry after a lost response finds its own
 * account and returns 1.
 */
export const register = journaled(`${clock}${openingSession}
local owner = redis.call('HGET', KEYS[1], 'userId')
if owner then return owner == ARGV[1] and 1 or 0 end
${keeping('KEYS')}
redis.call('HSET', KEYS[1], 'userId', ARGV[1], 'passwordHash', ARGV[2])
for i = 7, #ARGV do redis.call('HSET', KEYS[1], ARGV[i], now) end
redis.call('SET', KEYS[2], ARGV[3])
if ARGV[5] ~= '' then redis.call('SET', KEYS[5], ARGV[5], 'PX', ARGV[6]) end
open(KEYS[3], KEYS[4], ARGV[1], ARGV[4])
return 1
`);

/**
 * Counts a password attempt and looks up the login to verify it against. KEYS: login, windows; ARGV: limit and length
 * (ms) of each window, then what each counts, then the fields of network and device. 'all'; 'known-devices' (from which
 * this password has opened the account), 'new-devices' (the others), 'strangers' (new devices in networks from which it
 * has not) or 'nobody' (only emails without an account). Returns 'ok', the user id or '', the password hash or '', and
 * 'device', 'network' or '' for what is known; or the refusal that `limited` returns.
 * Atomic because parallel guesses must not all pass between the read and the count.
 */
export const guess = script(`${windows}
local count = #KEYS - 1
local user, hash, network, device = unpack(redis.call(
  'HMGET', KEYS[1], 'userId', 'passwordHash', ARGV[#ARGV - 1], ARGV[#ARGV]))
local function counts(i)
  local whom = ARGV[2 * count + 1 + i]
  if whom == 'known-devices' then return device end
  if whom == 'new-devices' then return not device end
  if whom == 'strangers' then return not device and not network end
  return whom == 'all' or not user
end
local refused = refusal(2, 1, count, counts)
if refused then return refused end
return { 'ok', user or '', hash or '', device and 'device' or network and 'network' or '' }
`);

/**
 * Opens a session after its password was verified. KEYS: login, sessions, last active, user, then counters to delete,
 * then counters to lower by one; ARGV: user id, the hash that was verified, the hash to store from now on, token hash,
 * the fields of network and device, number of counters to delete. Returns the user (JSON), or 0 if the password has
 * changed or the account was deleted.
 * Atomic because a password that is reset while the old one is being verified must neither open a session with the old
 * one nor be overwritten.
 */
export const openSession = script(`${clock}${openingSession}${knowing}
local user = redis.call('GET', KEYS[4])
if not user or redis.call('HGET', KEYS[1], 'passwordHash') ~= ARGV[2] then return 0 end
if ARGV[3] ~= ARGV[2] then redis.call('HSET', KEYS[1], 'passwordHash', ARGV[3]) end
open(KEYS[2], KEYS[3], ARGV[1], ARGV[4])
know(KEYS[1], ARGV[5])
know(KEYS[1], ARGV[6])
for i = 5, #KEYS do
  if i < 5 + tonumber(ARGV[7]) then redis.call('DEL', KEYS[i])
  elseif tonumber(redis.call('GET', KEYS[i]) or '0') > 0 then redis.call('DECR', KEYS[i]) end
end
return user
`);

/**
 * Ends the session of this call. It has no keys and no arguments of its own.
 * Atomic only with the session check before it, so that a second log-out gets 'session-ended'.
 */
export const closeSession = guarded(`
redis.call('HDEL', KEYS[1], ARGV[1])
return { 'ok' }
`);

/**
 * Moves a login to another email. KEYS: user, link, login, new login, reset link, link that confirms the former email;
 * ARGV: the expected texts at user and link, the new user (JSON), user id. Returns 'done', 'stale', or 'taken' if the
 * new email has an account.
 * Atomic because a sign-up may take the email at the same moment, and because an account must always have exactly one
 * login. Password reset links went to the old email and end with it. A retry after a lost response finds its own text
 * and returns 'done'. The account is written first: a full Redis refuses that write, but would still rename.
 */
export const moveLogin = journaled(`
local user = redis.call('GET', KEYS[1])
if user == ARGV[3] then return 'done' end
if user ~= ARGV[1] or redis.call('GET', KEYS[2]) ~= ARGV[2] then return 'stale' end
local owner = redis.call('HGET', KEYS[4], 'userId')
if owner and owner ~= ARGV[4] then return 'taken' end
${keeping('KEYS')}
redis.call('SET', KEYS[1], ARGV[3])
if KEYS[3] ~= KEYS[4] then redis.call('RENAME', KEYS[3], KEYS[4]) end
redis.call('DEL', KEYS[2], KEYS[5], KEYS[6])
return 'done'
`);
