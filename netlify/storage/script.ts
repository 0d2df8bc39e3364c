import { createHash } from 'node:crypto';

/** A Lua script and the SHA-1 by which Redis caches it. */
export interface Script {
  lua: string;
  sha: string;
  /** It records its changes for a backup (backup-journal.lua.ts): the journal is its first key. */
  isJournaled?: true;
}

/**
 * With this flag Upstash locks only the keys in KEYS for a script, and refuses other keys. Without it a script locks
 * the whole database (Upstash's documentation, “Key-Based Locking”).
 */
const KEY_LOCKING = '#!lua flags=allow-key-locking\n';

/** Makes every script of the shop, so that none lacks the flag. */
export function script(body: string): Script {
  const lua = `${KEY_LOCKING}${body}`;
  return { lua, sha: createHash('sha1').update(lua).digest('hex') };
}
