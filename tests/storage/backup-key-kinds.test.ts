import { globSync, readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { keyKinds, wordOf } from '../../netlify/storage/backup-key-kinds.ts';
import * as keys from '../../netlify/storage/keys.ts';
import * as orderKeys from '../../netlify/storage/order-keys.ts';
import * as staffKeys from '../../netlify/storage/staff-keys.ts';
import type { Script } from '../../netlify/storage/script.ts';

const server = join(import.meta.dirname, '../../netlify');
const folder = join(server, 'storage');

test('every kind of key defines its backup, and prefixes are unique', () => {
  const all = Object.entries({ ...keys, ...orderKeys, ...staffKeys });
  const words = all
    .filter(([name]) => name.endsWith('Key'))
    .map(([, nameOf]) => wordOf((nameOf as (...parts: string[]) => string)('a', 'b', 'c')));
  expect(words.toSorted()).toEqual(Object.keys(keyKinds).toSorted());
});

/** Scripts that change one saved key or none, so nothing else in a backup has to be consistent with it. */
const alone = [
  'addAddress',
  'editAddress',
  'deleteAddress',
  'addPiece',
  'setLine',
  'toggleInWishlist',
  'markRead',
  'openSession',
  'closeSession',
  'openKnown',
  'guess',
  'guard',
  'deskGuard',
  'limit',
  'addVitals',
  'claimDueEmails',
  'claimNews',
  'newestEvent',
  'markFormSent',
  'readOrderPage',
  'join',
  'saveSubscription',
  'claimSubscription',
  'claimWaitlistEntry',
  'countMembers',
  'copySubscriptions',
  // A backup ends if they run during it (storage/backup, readHashKeys).
  'moveFields',
  'moveMembers',
  'moveNames',
  'moveLinks',
];

/** Every script that a file of storage exports, by its name. */
async function exportedScripts(): Promise<[string, Script][]> {
  const scripts: [string, Script][] = [];
  for (const file of readdirSync(folder).filter((name) => name.endsWith('.lua.ts'))) {
    const exported = (await import(join(folder, file))) as Record<string, unknown>;
    for (const [name, value] of Object.entries(exported)) {
      if (typeof value === 'object' && value !== null && 'lua' in value)
        scripts.push([name, value as Script]);
    }
  }
  return scripts;
}

test('every script has the flag by which Upstash locks its keys alone', async () => {
  const scripts = await exportedScripts();
  expect(scripts.length).toBeGreaterThan(40);
  for (const [name, { lua }] of scripts) expect(lua, name).toMatch(/^#!lua flags=allow-key-locking\n/);
});

test('scripts come from `script()` alone, and none runs inside MULTI', () => {
  const sources = globSync('**/*.ts', { cwd: server }).map(
    (file) => [file, readFileSync(join(server, file), 'utf8')] as const,
  );
  const withText = (text: RegExp) => sources.flatMap(([file, source]) => (text.test(source) ? [file] : []));
  // The doctor's trial scripts (services/health/database) go another way.
  expect(withText(/\{ lua, sha: /)).toEqual(['storage/script.ts']);
  expect(withText(/\.(?:eval|evalsha|evalRo|evalshaRo)\(/).toSorted()).toEqual([
    'storage/person-hash-migration.ts',
    'storage/redis.ts',
  ]);
  for (const [file, source] of sources) {
    const sent = [...source.matchAll(/\.eval\(\s*([\w.]+)/g)].map(([, text]) => text);
    for (const text of sent) expect(text, file).toMatch(/^(?:lua|\w+[.]lua)$/);
    if (/\.multi\(\)/.test(source)) expect(source, file).not.toMatch(/\.eval/);
  }
});

test('every script that changes several saved keys records them for a backup before it writes', async () => {
  const scripts = await exportedScripts();
  const silent = scripts.filter(([, { isJournaled }]) => !isJournaled).map(([name]) => name);
  expect(silent.toSorted()).toEqual(alone.toSorted());
  const ofBackup = ['openJournal', 'readKeyStates', 'closeJournal', 'openRestore', 'writeKeyStates'];
  for (const [name, { lua }] of scripts.filter(([of]) => !silent.includes(of) && !ofBackup.includes(of))) {
    expect(lua, name).toMatch(/local closed = keep\((?:KEYS|keys|touched)\)/);
  }
});
