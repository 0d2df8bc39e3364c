import { readdirSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { keyKinds, wordOf } from '../../netlify/storage/backup-key-kinds.ts';
import * as keys from '../../netlify/storage/keys.ts';
import * as staffKeys from '../../netlify/storage/staff-keys.ts';
import type { Script } from '../../netlify/storage/script.ts';

const folder = join(import.meta.dirname, '../../netlify/storage');

test('every kind of key defines its backup, and prefixes are unique', () => {
  const names = Object.entries({ ...keys, ...staffKeys }).filter(([name]) => name.endsWith('Key'));
  const words = names.map(([, nameOf]) => wordOf((nameOf as (...parts: string[]) => string)('a', 'b', 'c')));
  expect(words.toSorted()).toEqual(Object.keys(keyKinds).toSorted());
});

/** Scripts that change one saved key or none, so nothing else in a backup has to be consistent with it. */
const alone = [
  ...['addAddress', 'editAddress', 'deleteAddress', 'addPiece', 'setLine', 'toggleInWishlist', 'markRead'],
  ...[
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
  ],
  ...[
    'join',
    'saveSubscription',
    'claimSubscription',
    'claimWaitlistEntry',
    'countMembers',
    'copySubscriptions',
  ],
  // A backup ends if they run during it (storage/backup, readHashKeys).
  ...['moveFields', 'moveMembers', 'moveNames', 'moveLinks'],
];

test('every script that changes several saved keys records them for a backup before it writes', async () => {
  const scripts: [string, Script][] = [];
  for (const file of readdirSync(folder).filter((name) => name.endsWith('.lua.ts'))) {
    const exported = (await import(join(folder, file))) as Record<string, unknown>;
    for (const [name, value] of Object.entries(exported)) {
      if (typeof value === 'object' && value !== null && 'lua' in value)
        scripts.push([name, value as Script]);
    }
  }
  const silent = scripts.filter(([, { isJournaled }]) => !isJournaled).map(([name]) => name);
  expect(silent.toSorted()).toEqual(alone.toSorted());
  const ofBackup = ['openJournal', 'readKeyStates', 'closeJournal', 'openRestore', 'writeKeyStates'];
  for (const [name, { lua }] of scripts.filter(([of]) => !silent.includes(of) && !ofBackup.includes(of))) {
    expect(lua, name).toMatch(/local closed = keep\((?:KEYS|keys|touched)\)/);
  }
});
