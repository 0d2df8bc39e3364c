import { notificationsMax } from '../../src/domain/config.ts';
import { guarded } from './session-and-limits.lua.ts';

/**
 * Adds a notification (JSON) at the top of a shopper's list. For scripts that make the change that it reports: both
 * happen or neither.
 */
export const notify = `
local function notify(list, notification)
  redis.call('LPUSH', list, notification)
  redis.call('LTRIM', list, 0, ${notificationsMax - 1})
end
`;

/**
 * Marks notifications as read. keys: notifications; args: their ids. Returns 'read', also if one was read before, or
 * 'unknown' if the list has none of them.
 * Atomic because a notification that arrives between read and write moves all others down, and the write would
 * overwrite a wrong one.
 */
export const markRead = guarded(`
local went = 'unknown'
local meant = {}
for _, id in ipairs(args) do meant[id] = true end
for at, text in ipairs(redis.call('LRANGE', keys[1], 0, -1)) do
  local notification = cjson.decode(text)
  if meant[notification.id] then
    went = 'read'
    if not notification.read then
      notification.read = true
      redis.call('LSET', keys[1], at - 1, cjson.encode(notification))
    end
  end
end
return { 'ok', went }
`);
