import { script } from './script.ts';

/**
 * The number of members of each sorted set. KEYS: the sets. One command for a page of sizes, because every command of a
 * pipeline is billed.
 */
export const countMembers = script(`
local counts = {}
for at, key in ipairs(KEYS) do counts[at] = redis.call('ZCARD', key) end
return counts
`);
