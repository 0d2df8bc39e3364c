import { script } from './script.ts';
import { openingSession } from './accounts.lua.ts';
import { clock } from './session-and-limits.lua.ts';
import { journaled, keeping } from './backup-journal.lua.ts';

/**
 * A credential opens one session. The token hash of that session is stored with it, so the same request can be retried.
 */
const once = `
local function isUsed(credential, token)
  local by = redis.call('GET', credential)
  return by and by ~= token
end
`;

/**
 * Opens a session for a known Google account. KEYS: google, used credential, user, sessions, last active; ARGV: user
 * id, token hash, how long to remember the credential (ms). Returns 'opened' and the user (JSON), 'used', or 'gone' if
 * the Google account no longer opens this account.
 * Atomic because only one of two uses of a credential may succeed, and because an account that is being deleted must
 * not get a session.
 */
export const openKnown = script(`${clock}${openingSession}${once}
if isUsed(KEYS[2], ARGV[2]) then return { 'used' } end
local user = redis.call('GET', KEYS[3])
if not user or redis.call('GET', KEYS[1]) ~= ARGV[1] then return { 'gone' } end
redis.call('SET', KEYS[2], ARGV[2], 'PX', ARGV[3])
open(KEYS[4], KEYS[5], ARGV[1], ARGV[2])
return { 'opened', user }
`);

/**
 * Creates an account without a password, and its first session. KEYS: google, used credential, login, user, sessions,
 * last active; ARGV: user id, token hash, how long to remember the credential (ms), user (JSON). Returns 'opened',
 * 'used', 'known' if the Google account has an account by now, or 'taken' if its email has one.
 * Atomic because an email must not get two accounts, from two devices or two ways to sign up.
 */
export const openNew = journaled(`${clock}${openingSession}${once}
if isUsed(KEYS[2], ARGV[2]) then return 'used' end
local known = redis.call('GET', KEYS[1])
if known then return known == ARGV[1] and 'opened' or 'known' end
if redis.call('EXISTS', KEYS[3]) == 1 then return 'taken' end
${keeping('KEYS')}
redis.call('SET', KEYS[2], ARGV[2], 'PX', ARGV[3])
redis.call('SET', KEYS[1], ARGV[1])
redis.call('HSET', KEYS[3], 'userId', ARGV[1], 'passwordHash', '')
redis.call('SET', KEYS[4], ARGV[4])
open(KEYS[5], KEYS[6], ARGV[1], ARGV[2])
return 'opened'
`);
