import { script } from './redis.ts';
import { opening } from './accounts.lua.ts';
import { clock } from './guard.lua.ts';
import { journaled, keeping } from './backup-journal.lua.ts';

/** A credential opens one session. The session's own hash stands there, so that the same request may come twice. */
const once = `
local function isUsed(credential, token)
  local by = redis.call('GET', credential)
  return by and by ~= token
end
`;

/**
 * Opens a session for a Google account that is known. KEYS: google, used credential, user, sessions, seen; ARGV: user
 * id, token hash, for how many ms the credential must be remembered. Gives back 'opened' and the user (JSON), 'used', or
 * 'gone' where the Google account does not open this account any more.
 * Atomic because of two uses of one credential at once only one may pass, and because an account that is being deleted
 * must not get a session.
 */
export const openKnown = script(`${clock}${opening}${once}
if isUsed(KEYS[2], ARGV[2]) then return { 'used' } end
local user = redis.call('GET', KEYS[3])
if not user or redis.call('GET', KEYS[1]) ~= ARGV[1] then return { 'gone' } end
redis.call('SET', KEYS[2], ARGV[2], 'PX', ARGV[3])
open(KEYS[4], KEYS[5], ARGV[1], ARGV[2])
return { 'opened', user }
`);

/**
 * Makes an account without a password, and its first session. KEYS: google, used credential, login, user, sessions, seen;
 * ARGV: user id, token hash, for how many ms the credential must be remembered, user (JSON). Gives back 'opened', 'used',
 * 'known' where the Google account has got an account meanwhile, or 'taken' where its e-mail has one.
 * Atomic because an e-mail must not get two accounts, from two devices or two ways to sign up.
 */
export const openNew = journaled(`${clock}${opening}${once}
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
