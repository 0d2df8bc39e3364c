/**
 * Makes an ordinary Redis apply Upstash's rules for the flag `allow-key-locking`: a script locks the keys that it
 * declares in KEYS, so it may access no other key, nor the database as a whole. Redis itself does not know the flag and
 * lets a script access any key.
 */

/** The first line of a script that locks only its declared keys. */
const FLAG = /^#!lua flags=allow-key-locking[^\n]*/;

/**
 * Prepended to a script, on the line of the flag, so that line numbers in errors stay correct. Redis itself names the
 * keys of each command (COMMAND GETKEYS), so there is no table of commands to maintain. A GETKEYS error other than “no
 * key arguments” means that the command is malformed; the command then reports it better itself.
 */
const PRELUDE = `
local redis = (function(redis, declared)
  local isDeclared, withoutKeys = {}, { TIME = true }
  for _, key in ipairs(declared) do isDeclared[key] = true end
  local function refusal(name, ...)
    name = string.upper(tostring(name))
    if withoutKeys[name] then return nil end
    local keys = select('#', ...) > 0 and redis.pcall('COMMAND', 'GETKEYS', name, ...) or { err = 'no key arguments' }
    if keys.err then
      if not string.find(keys.err, 'no key arguments', 1, true) then return nil end
      return redis.error_reply('ERR a script must not call ' .. name .. ', which has no key to lock')
    end
    for _, key in ipairs(keys) do
      if not isDeclared[key] then
        return redis.error_reply('ERR the script did not declare the key ' .. key .. ' in KEYS')
      end
    end
  end
  local function checked(run, fail)
    return function(...)
      local refused = refusal(...)
      if refused then return fail(refused) end
      return run(...)
    end
  end
  return setmetatable({
    call = checked(redis.call, error),
    pcall = checked(redis.pcall, function(refused) return refused end),
  }, { __index = redis })
end)(redis, KEYS)`
  .replace(/\s*\n\s*/g, ' ')
  .trim();

/** The script as it is sent to an ordinary Redis. */
export function restrictToDeclaredKeys(script: string): string {
  return `${PRELUDE} ${script.replace(FLAG, '')}`;
}
