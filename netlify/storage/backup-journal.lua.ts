import { script, type Script } from './script.ts';

/**
 * The journal of a backup: one hash that exists only while a backup is read or a restore is written. Its field '' holds
 * the backup's id or 'restore'. Every other field is the name of a key and holds its state at the moment of the backup:
 * JSON, 'null' for no key, or '' if the backup file has it already.
 *
 * Every script that changes several keys of a backup is `journaled` and calls `keep` with those keys before its first
 * write. The first write to a key thus records its old state in the same step. A reader that prefers the journal's
 * entry to the key itself sees the state at the moment when the backup was opened, however long the reading takes. A
 * key that changes alone needs no entry, because no other key must agree with it.
 */

/** The state of a key: its type, its expiry (ms) or -1, its content; a sorted set as members and scores. */
const standing = `
local function standing(key)
  local kind = redis.call('TYPE', key)
  if type(kind) == 'table' then kind = kind.ok end
  if kind == 'none' then return 'null' end
  local content
  if kind == 'string' then content = redis.call('GET', key)
  elseif kind == 'hash' then content = redis.call('HGETALL', key)
  elseif kind == 'list' then content = redis.call('LRANGE', key, 0, -1)
  elseif kind == 'set' then content = redis.call('SMEMBERS', key)
  else content = redis.call('ZRANGE', key, 0, -1, 'WITHSCORES') end
  return cjson.encode({ kind, string.format('%d', redis.call('PEXPIRETIME', key)), content })
end
`;

const keep = `
local function keep(touched)
  local open = redis.call('HGET', journal, '')
  if not open then return nil end
  if open == 'restore' then return redis.error_reply('LOADING The shop is being restored from a backup') end
  for _, key in ipairs(touched) do
    if redis.call('HEXISTS', journal, key) == 0 then redis.call('HSET', journal, key, standing(key)) end
  end
end
`;

/** Records these keys, a Lua table; ends the script during a restore. It must come before the first write. */
export const keeping = (touched: string) => `
local closed = keep(${touched})
if closed then return closed end
`;

/**
 * A script that uses `keeping`. Callers do not pass the journal: `run` puts it before KEYS, and this removes it again.
 */
export function journaled(lua: string): Script {
  const own = `local journal = KEYS[1]\nlocal KEYS = { unpack(KEYS, 2) }\n${standing}${keep}${lua}`;
  return { ...script(own), isJournaled: true };
}

/**
 * Opens the journal for a backup, or continues one. ARGV: the backup's id, how long the journal stays open without a
 * call (ms), and '1' if it must be open already. Returns 'open' and the database's time (ms), 'lost', or 'restore'. A
 * new backup ends an older unfinished one.
 */
export const openJournal = journaled(`
local time = redis.call('TIME')
local open = redis.call('HGET', journal, '')
if open == 'restore' then return { 'restore' } end
if open ~= ARGV[1] then
  if ARGV[3] == '1' then return { 'lost' } end
  redis.call('DEL', journal)
  redis.call('HSET', journal, '', ARGV[1])
end
redis.call('PEXPIRE', journal, ARGV[2])
return { 'open', time[1] .. string.format('%03d', math.floor(time[2] / 1000)) }
`);

/**
 * Reads the state of keys at the moment of the backup. KEYS; ARGV: the backup's id, how long the journal stays open
 * from now on (ms) or '' for no limit, the number of keys that are now in the file, their names, then for each of KEYS
 * the account that it needs or ''. Returns 'ok' and a text for each key ('null' for none, '' if the file has it); or
 * 'lost' if the journal is gone or belongs to another backup.
 * Atomic because a write between reading the journal and reading the key would look like the state before it.
 */
export const readKeyStates = journaled(`
if redis.call('HGET', journal, '') ~= ARGV[1] then return { 'lost' } end
if ARGV[2] ~= '' then redis.call('PEXPIRE', journal, ARGV[2]) end
local written = tonumber(ARGV[3])
for i = 4, 3 + written do redis.call('HSET', journal, ARGV[i], '') end
local told = { 'ok' }
for i, key in ipairs(KEYS) do
  local account = ARGV[3 + written + i]
  if account ~= '' and redis.call('HGET', journal, account) == 'null' then told[i + 1] = 'null'
  else told[i + 1] = redis.call('HGET', journal, key) or standing(key) end
end
return told
`);

/**
 * Copies one key into the journal, unless it is there. KEYS: the key; ARGV: the backup's id. Returns 'kept', or 'lost' if
 * the journal is gone or belongs to another backup.
 * Atomic because the copy must be the state that the journal stands for, with no write in between.
 */
export const journalKeyState = journaled(`
if redis.call('HGET', journal, '') ~= ARGV[1] then return 'lost' end
local closed = keep(KEYS)
if closed then return closed end
return 'kept'
`);

/** Closes the journal. ARGV: the backup's id or 'restore'. */
export const closeJournal = journaled(`
if redis.call('HGET', journal, '') == ARGV[1] then redis.call('DEL', journal) end
return 'closed'
`);

/** Opens the journal for a restore, which blocks the shop's own changes. ARGV: the file's checksum, lines written. */
export const openRestore = journaled(`
redis.call('DEL', journal)
redis.call('HSET', journal, '', 'restore', 'file', ARGV[1], 'lines', ARGV[2])
return 'open'
`);

/**
 * Writes lines of a backup. KEYS: the key of each line; ARGV: the file's checksum, the number of written lines before
 * and after this call, then each line: type, expiry (ms), whether it adds to the line before, content. Returns
 * 'written', or 'lost' if another restore is in progress.
 * Atomic because the lines and their count must agree: an interrupted restore continues after them, and a retried batch
 * must not add to a list twice.
 */
export const writeKeyStates = journaled(`
if redis.call('HGET', journal, 'file') ~= ARGV[1] then return 'lost' end
local lines = redis.call('HGET', journal, 'lines')
if lines == ARGV[3] then return 'written' end
if lines ~= ARGV[2] then return 'lost' end
for i, key in ipairs(KEYS) do
  local kind, expires, more, content = unpack(cjson.decode(ARGV[3 + i]))
  if not more then redis.call('DEL', key) end
  if kind == 'string' then redis.call('SET', key, content)
  elseif kind == 'hash' then redis.call('HSET', key, unpack(content))
  elseif kind == 'list' then redis.call('RPUSH', key, unpack(content))
  elseif kind == 'set' then redis.call('SADD', key, unpack(content))
  else
    for at = 1, #content, 2 do redis.call('ZADD', key, content[at + 1], content[at]) end
  end
  if expires ~= '-1' then redis.call('PEXPIREAT', key, expires) end
end
redis.call('HSET', journal, 'lines', ARGV[3])
return 'written'
`);
