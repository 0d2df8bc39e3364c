import { guarded } from './guard.lua.ts';

/** Addresses that one account keeps: far more than anybody sends parcels to. */
export const ADDRESSES_MAX = 20;

/** How long a deletion that is sent again, by a lost connection or a second device, finds that it was done. */
const DELETED_FOR_MS = 10 * 60_000;

/**
 * The addresses as one list, newest first, and the two things that hold for it after every change: none is lost, and
 * exactly one is the default as soon as there is one. `settle` keeps the second: it makes `chosen` the default, else
 * leaves the one that is, else takes the newest that is not `last`, whose turn comes only when there is no other.
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
 * Saves a new address on top. keys: addresses; args: address (JSON). Gives back 'added' or 'full'.
 * Atomic because two devices must not write over each other's, nor both make the first. An address that stands there
 * word for word is not saved again: it is the same call that came twice, because its first answer was lost.
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
if #saved >= ${ADDRESSES_MAX} then return { 'ok', 'full' } end
table.insert(saved, 1, new)
settle(new.isDefault and 1 or nil)
return { 'ok', 'added' }
`);

/**
 * Writes an address anew in its place. keys: addresses; args: address (JSON). Gives back 'updated' or 'unknown'.
 * Atomic because an edit must not bring back what another device has deleted meanwhile, nor leave two defaults.
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
 * Takes an address out. keys: addresses, deleted; args: id. Gives back 'deleted' or 'unknown'.
 * Atomic because the default must go on to another in the same step. What was deleted is remembered for a while, so that
 * a call whose answer was lost is told 'deleted' as well when it comes again.
 */
export const deleteAddress = guarded(`${list}
local at = placeOf(args[1])
if not at then return { 'ok', redis.call('EXISTS', keys[2]) == 1 and 'deleted' or 'unknown' } end
table.remove(saved, at)
settle()
redis.call('SET', keys[2], '1', 'PX', ${DELETED_FOR_MS})
return { 'ok', 'deleted' }
`);
