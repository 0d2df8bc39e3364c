import { limited } from './session-and-limits.lua.ts';

/**
 * Adds one to each field. keys: the week's counts; args: lifetime in ms, fields.
 * Atomic because counts without a lifetime would stay for ever.
 */
export const addVitals = limited(`
for i = 2, #args do redis.call('HINCRBY', keys[1], args[i], 1) end
if redis.call('PTTL', keys[1]) == -1 then redis.call('PEXPIRE', keys[1], args[1]) end
return { 'ok' }
`);
