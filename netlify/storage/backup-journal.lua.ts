import { script, type Script } from './redis.ts';

/**
 * The journal of a backup: one hash, there only while a backup is read or a restore is written. Its field '' says which;
 * every other field is the name of a key and tells how that key stood at the moment of the backup: as JSON, 'null' for
 * no key, or '' where it is in the file already.
 *
 * Every script that changes more than one key that a backup keeps is `journaled`, and calls `keep` with those keys before
 * its first write. So whoever reads a key, or its entry in the journal where there is one, reads what stood at the
 * moment at which the backup was opened, however long the reading takes: the first write since then has noted it in the
 * step in which it wrote. A key that is changed on its own needs no entry, because nothing else has to agree with it.
 */

/** How a key stands: its type, the time (ms) at which it goes or -1, its content; a sorted set as members and scores. */
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

/** Notes these keys, a Lua table; ends the script where a restore is under way. Goes before the first write. */
export const keeping = (touched: string) => `
local closed = keep(${touched})
if closed then return closed end
`;

/** A script that uses `keeping`. Its caller names no journal: `run` puts it in front of KEYS, and here it is taken off. */
export function journaled(lua: string): Script {
  const own = `local journal = KEYS[1]\nlocal KEYS = { unpack(KEYS, 2) }\n${standing}${keep}${lua}`;
  return { ...script(own), isJournaled: true };
}

/**
 * Opens the journal for a backup, or goes on with it. ARGV: the backup's id, for how many ms it stays open untouched, and
 * '1' where it must be open already. Gives back 'open' and the database's time (ms), 'lost', or 'restore'. An older backup
 * that was broken off ends with it.
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
 * Reads how keys stood at the moment of the backup. KEYS; ARGV: the backup's id, for how many ms the journal stays open from
 * now on or '' for ever, how many keys are in the file since, their names, then for each of KEYS the account that it needs
 * or ''. Gives back 'ok' and a text for each key, 'null' for none and '' where it is in the file; or 'lost' where the
 * journal is no more, or another backup's.
 * Atomic because a write between a look at the journal and one at the key would be read as what stood before it.
 */
export const readStandings = journaled(`
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

/** Closes the journal. ARGV: what it is open for. */
export const closeJournal = journaled(`
if redis.call('HGET', journal, '') == ARGV[1] then redis.call('DEL', journal) end
return 'closed'
`);

/** Opens the journal for a restore, which keeps the shop's own changes out. ARGV: the file's checksum, lines written. */
export const openRestore = journaled(`
redis.call('DEL', journal)
redis.call('HSET', journal, '', 'restore', 'file', ARGV[1], 'lines', ARGV[2])
return 'open'
`);

/**
 * Writes lines of a backup. KEYS: the key of each; ARGV: the file's checksum, how many lines are written before and after,
 * then each line: type, time at which the key goes, whether it adds to the line before, content. Gives back 'written', or
 * 'lost' where the restore is not the one that is under way.
 * Atomic because lines and their count must agree: a restore that was broken off goes on after them, and a batch that is
 * sent again by a lost connection must not add to a list twice.
 */
export const writeStandings = journaled(`
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
