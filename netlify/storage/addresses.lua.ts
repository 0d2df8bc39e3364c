import { addressesMax } from '../../src/domain/config.ts';
import { MINUTE_MS } from '../../src/domain/time-units.ts';
import { guarded } from './session-and-limits.lua.ts';

/** How long a repeated deletion, by a retry or a second device, still gets 'deleted'. */
const DELETED_FOR_MS = 10 * MINUTE_MS;

/**
 * The address list, newest first. After every change, no address is lost and a list with addresses has exactly one
 * default. `settle` ensures the default: `chosen` if given, else the current one, else the newest that is not `last`,
 * else `last`.
 */
const list = `
local saved = cjson.decode(redis.call('GET', keys[1]) or '[]')
local function placeOf(id)
  for at, address in ipairs(saved) do
    if address.id == id then return at end
  end
end
local function settle(chosen, last)
  local default, newest = chosen, nil
  for at, address in ipairs(saved) do
    if not default and address.isDefault then default = at end
    if not newest and at ~= last then newest = at end
  end
  default = default or newest or last
  for at, address in ipairs(saved) do address.isDefault = at == default end
  -- An empty table would come out as an object.
  if #saved == 0 then redis.call('DEL', keys[1]) else redis.call('SET', keys[1], cjson.encode(saved)) end
end
`;

/**
 * Adds a new address at the top. keys: addresses; args: address (JSON). Returns 'added' or 'full'.
 * Atomic because two devices must not overwrite each other's address, nor both add the first. An identical address is
 * not added again: it is a retry after a lost response.
 */
export const addAddress = guarded(`${list}
local new = cjson.decode(args[1])
local function isSame(address)
  for name, value in pairs(new) do
    if name ~= 'v' and name ~= 'id' and name ~= 'isDefault' and address[name] ~= value then return false end
  end
  return true
end
for at, address in ipairs(saved) do
  if isSame(address) then
    if new.isDefault then settle(at) end
    return { 'ok', 'added' }
  end
end
if #saved >= ${addressesMax} then return { 'ok', 'full' } end
table.insert(saved, 1, new)
settle(new.isDefault and 1 or nil)
return { 'ok', 'added' }
`);

/**
 * Replaces an address. keys: addresses; args: address (JSON). Returns 'updated' or 'unknown'.
 * Atomic because an edit must not restore an address that another device has deleted, nor leave two defaults.
 */
export const editAddress = guarded(`${list}
local edited = cjson.decode(args[1])
local at = placeOf(edited.id)
if not at then return { 'ok', 'unknown' } end
saved[at] = edited
settle(edited.isDefault and at or nil, at)
return { 'ok', 'updated' }
`);

/**
 * Deletes an address. keys: addresses, deleted address; args: id. Returns 'deleted' or 'unknown'.
 * Atomic because the default must move to another address in the same step. The deletion is remembered for a while, so
 * that a retry after a lost response gets 'deleted' as well.
 */
export const deleteAddress = guarded(`${list}
local at = placeOf(args[1])
if not at then return { 'ok', redis.call('EXISTS', keys[2]) == 1 and 'deleted' or 'unknown' } end
table.remove(saved, at)
settle()
redis.call('SET', keys[2], '1', 'PX', ${DELETED_FOR_MS})
return { 'ok', 'deleted' }
`);
