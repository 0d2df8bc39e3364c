import { limited } from './guard.ts';

/**
 * Puts an e-mail on a list unless it is there: the first entry stays. keys: list; args: e-mail, entry (JSON). Gives back
 * 'added' or 'known'.
 */
export const join = limited(`
return { 'ok', redis.call('HSETNX', keys[1], args[1], args[2]) == 1 and 'added' or 'known' }
`);
