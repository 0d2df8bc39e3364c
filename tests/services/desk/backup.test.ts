import { writeFile } from 'node:fs/promises';
import { expect, test, vi } from 'vitest';
import { nextPart, type Part } from '../../../netlify/services/backup/parts.ts';
import * as backup from '../../../netlify/services/desk/backup.ts';
import { closeBackup, openBackup } from '../../../netlify/storage/backup.ts';
import { journalKey, stockKey, waitlistKey } from '../../../netlify/storage/keys.ts';
import { readLogOf } from '../../../netlify/storage/staff-log.ts';
import type { BackupState } from '../../../src/contract/desk-backup.ts';
import { deskBackupMessages as says } from '../../../src/contract/messages/desk-lists-and-shop.ts';
import { contentOf, usePlace } from '../../support/backups.ts';
import { linesOf, shopCommand } from '../../support/command.ts';
import { owner } from '../../support/desk-orders.ts';
import { useGoogle } from '../../support/google-issuer.ts';
import { useMailServer } from '../../support/mail-server.ts';
import { SHOP_ADDRESS, useProviders } from '../../support/payments.ts';
import { connect } from '../../support/redis.ts';
import { second } from '../../support/second-database.ts';
import { hoodie, setStock } from '../../support/shop-calls.ts';
import { placeCashOrder } from '../../support/placed-orders.ts';
import { populateShop } from '../../support/populated-shop.ts';

// A restore starts a process, which is slow on a busy machine.
vi.setConfig({ testTimeout: 120_000 });

const providers = useProviders();
const issuer = useGoogle();
const mailServer = useMailServer(SHOP_ADDRESS);
const place = usePlace();
const there = second.UPSTASH_REDIS_REST_TOKEN;
const redis = connect({ automaticDeserialization: false });
const EVER = Number.POSITIVE_INFINITY;

/** Each part as the browser stores it, in parts of this many bytes; `between` runs after each. */
async function takeSmall(most: number, between: (at: number) => Promise<unknown>): Promise<Buffer[]> {
  const begun = await backup.begin(owner);
  const pieces: Buffer[] = [Buffer.from(begun.part, 'base64')];
  for (let state: BackupState | null = begun.state; state;) {
    // The reply of the first attempt is lost each time.
    await nextPart(state, EVER, most);
    const part: Part = await nextPart(state, EVER, most);
    pieces.push(part.piece);
    // The browser sends what it received as JSON.
    state = JSON.parse(JSON.stringify(part.state)) as BackupState | null;
    await between(pieces.length);
  }
  await backup.close(owner, { id: begun.state.id });
  return pieces;
}

test('a file made at the desk restores the shop into an empty database, with the totals that the desk showed', async () => {
  await populateShop(providers, mailServer, issuer);
  const { part, state } = await backup.begin(owner);
  const before = await contentOf();
  const pieces = [Buffer.from(part, 'base64')];
  let answer = await backup.read(owner, { state });
  for (; answer.state; answer = await backup.read(owner, { state: answer.state })) {
    pieces.push(Buffer.from(answer.part, 'base64'));
  }
  pieces.push(Buffer.from(answer.part, 'base64'));
  await backup.close(owner, { id: state.id });
  expect(await redis.exists(journalKey())).toBe(0);
  await writeFile(place.file, Buffer.concat(pieces));

  const restored = await shopCommand(['restore', place.file], second);
  expect(restored).toMatchObject({ code: 0 });
  expect(await contentOf(there)).toEqual(before);
  const table = linesOf(restored.out).join('\n');
  if (!('end' in answer)) throw new Error('The last part has no end');
  expect(answer.end.wrong).toEqual([]);
  expect(answer.end.rows.length).toBeGreaterThan(10);
  for (const [name, value] of answer.end.rows) {
    expect(table).toMatch(new RegExp(`^${name} +${String(value).replaceAll('.', '\\.')}$`, 'm'));
  }
  expect(await readLogOf('shop', 9)).toMatchObject([{ who: owner.email, action: 'backup.begin' }]);
});

test('the parts show one moment while the shop sells, although every reply is lost once', async () => {
  await setStock(hoodie.id, 'M', 99);
  for (let at = 0; at < 3; at += 1) await placeCashOrder();
  // Larger than a part, with 2,000 texts a line.
  const waiting = Object.fromEntries(
    Array.from({ length: 5_000 }, (_, at) => [`visitor-${at}@example.com`, `{"v":1,"at":${at}}`]),
  );
  await redis.hset(waitlistKey(), waiting);
  const before = await contentOf();
  let changes = 0;
  const pieces = await takeSmall(20_000, async (at) => {
    if (at === 2) {
      await placeCashOrder();
      changes += 1;
    }
    // Only changes, so no script records them for the backup.
    if (at > 2) await redis.hset(waitlistKey(), { [`late-${at}@example.com`]: '{"v":1,"at":1}' });
  });
  expect([pieces.length > 6, changes]).toEqual([true, 1]);
  await writeFile(place.file, Buffer.concat(pieces));
  expect(await shopCommand(['restore', place.file], second)).toMatchObject({ code: 0 });
  const restored = await contentOf(there);
  const withoutLog = ([key]: [string, unknown]) => !key.startsWith('staff-log') && key !== waitlistKey();
  const own = (content: typeof before) => Object.fromEntries(Object.entries(content).filter(withoutLog));
  expect(own(restored)).toEqual(own(before));
  const visitors = (restored[waitlistKey()] as string[]).filter((line) => line.startsWith('visitor-'));
  expect(visitors.length).toBe(5_000);
  expect(await redis.hget(stockKey(), `${hoodie.id}:M`)).toBe('91');
});

test('a backup ends when another one begins, and cannot continue without its journal', async () => {
  const { state } = await backup.begin(owner);
  const other = await backup.begin(owner);
  await expect(backup.read(owner, { state })).rejects.toThrow(says.lost);
  await closeBackup(other.state.id);
  await expect(backup.read(owner, { state: other.state })).rejects.toThrow(says.lost);
  const inside = { key: stockKey(), from: 0 };
  await expect(backup.read(owner, { state: { ...state, inside } })).rejects.toThrow(says.lost);
});

test('a backup returns only keys that are saved, and accepts no name of a journal field', async () => {
  const { state } = await backup.begin(owner);
  const secrets = { key: 'desk-sessions', from: 0 };
  await expect(backup.read(owner, { state: { ...state, inside: secrets } })).rejects.toThrow(says.notKept);
  await backup.read(owner, { state: { ...state, written: [''] } }).catch(() => {});
  expect(await openBackup(state.id, true)).toBeGreaterThan(0);
});
