import { script } from './redis.ts';
import { clock, guarded, SESSION_MS, windows } from './guard.lua.ts';
import { journaled, keeping } from './backup-journal.lua.ts';

/** Devices on which one account can be logged in; the one that was used longest ago makes room. */
const SESSIONS_MAX = 20;

/** Opens one session more and notes that the account is in use. Wants `clock`. */
export const opening = `
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
  redis.call('HSET', sessions, token, now + ${SESSION_MS})
  redis.call('PEXPIRE', sessions, ${SESSION_MS})
  redis.call('ZADD', seen, now, user)
end
`;

/** Networks that one account knows; the one that was used longest ago makes room. */
const NETWORKS_MAX = 20;

/** Notes the network from which a password has opened its account. Wants `clock`. */
const knowing = `
local function know(login, network)
  local all = redis.call('HGETALL', login)
  local count, oldest, first = 0, nil, nil
  for i = 1, #all, 2 do
    if string.sub(all[i], 1, 8) == 'network:' and all[i] ~= network then
      count = count + 1
      local at = tonumber(all[i + 1])
      if not first or at < first then oldest, first = all[i], at end
    end
  end
  if count >= ${NETWORKS_MAX} then redis.call('HDEL', login, oldest) end
  redis.call('HSET', login, network, now)
end
`;

/**
 * Makes an account and its first session. KEYS: login, user, sessions, seen, confirmation link; ARGV: user id, password
 * hash, user (JSON), token hash, the link's text or '', for how many ms it is kept, the network's field. Gives back 1, or 0
 * where the e-mail belongs to someone.
 * Atomic because two sign-ups with one e-mail must not both find it free. Sent again by a lost connection, it finds its
 * own account and says 1.
 */
export const register = journaled(`${clock}${opening}
local owner = redis.call('HGET', KEYS[1], 'userId')
if owner then return owner == ARGV[1] and 1 or 0 end
${keeping('KEYS')}
redis.call('HSET', KEYS[1], 'userId', ARGV[1], 'passwordHash', ARGV[2], ARGV[7], now)
redis.call('SET', KEYS[2], ARGV[3])
if ARGV[5] ~= '' then redis.call('SET', KEYS[5], ARGV[5], 'PX', ARGV[6]) end
open(KEYS[3], KEYS[4], ARGV[1], ARGV[4])
return 1
`);

/**
 * Counts a try at a password and looks up what it is verified against. KEYS: login, windows; ARGV: limit and length of each
 * window, then whom each counts: 'all', 'strangers' (not the networks from which this password has opened the account) or
 * 'nobody' (only e-mails without an account), then the network's field. Gives back 'ok', the user id or '', the password
 * hash or '', and 1 for a known network; or as `limited`.
 * Atomic because parallel guesses must not all pass between look and count.
 */
export const guess = script(`${windows}
local count = #KEYS - 1
local user, hash, known = unpack(redis.call('HMGET', KEYS[1], 'userId', 'passwordHash', ARGV[#ARGV]))
local function counts(i)
  local whom = ARGV[2 * count + 1 + i]
  return whom == 'all' or (whom == 'strangers' and not known) or (whom == 'nobody' and not user)
end
local refused = refusal(2, 1, count, counts)
if refused then return refused end
return { 'ok', user or '', hash or '', known and 1 or 0 }
`);

/**
 * Opens a session for a password that was verified. KEYS: login, sessions, seen, user, then counters to empty, then
 * counters to lower by this try; ARGV: user id, the hash that it was verified against, the hash to keep from now on, token
 * hash, the network's field, number of counters to empty. Gives back the user (JSON), or 0 where the password has changed
 * or the account is gone.
 * Atomic because a password that is reset while the old one is being verified must not let it in, nor be overwritten.
 */
export const openSession = script(`${clock}${opening}${knowing}
local user = redis.call('GET', KEYS[4])
if not user or redis.call('HGET', KEYS[1], 'passwordHash') ~= ARGV[2] then return 0 end
if ARGV[3] ~= ARGV[2] then redis.call('HSET', KEYS[1], 'passwordHash', ARGV[3]) end
open(KEYS[2], KEYS[3], ARGV[1], ARGV[4])
know(KEYS[1], ARGV[5])
for i = 5, #KEYS do
  if i < 5 + tonumber(ARGV[6]) then redis.call('DEL', KEYS[i])
  elseif tonumber(redis.call('GET', KEYS[i]) or '0') > 0 then redis.call('DECR', KEYS[i]) end
end
return user
`);

/**
 * Ends the session that the call came with. No keys, no arguments of its own.
 * Atomic only with the session check before it, so that a second log-out is told that there is none.
 */
export const closeSession = guarded(`
redis.call('HDEL', KEYS[1], ARGV[1])
return { 'ok' }
`);

/**
 * Moves a login to another e-mail. KEYS: user, link, login, new login, reset, link that confirms the former e-mail; ARGV: the texts that must stand at user
 * and link, the user afterwards (JSON), user id. Gives back 'done', 'stale', or 'taken' where the new e-mail has an
 * account.
 * Atomic because the e-mail may be taken by a sign-up in the same moment, and because an account must at every moment
 * have exactly one login. Links to a new password were mailed to the old address and end with it. Sent again by a lost
 * connection, it finds its own text and says 'done'. The account is written first, because a Redis without room refuses
 * that, yet would rename.
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
