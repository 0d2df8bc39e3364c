import { createHash } from 'node:crypto';
import process from 'node:process';
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest';
import leaveFunction from '../../netlify/functions/newsletter-leave.ts';
import { runCleanup } from '../../netlify/services/cleanup.ts';
import { noteInterest } from '../../netlify/storage/early-orders.ts';
import { personKeysKey, personMoveKey } from '../../netlify/storage/keys.ts';
import { readSubscription } from '../../netlify/storage/newsletter.ts';
import { personHash } from '../../netlify/storage/person-hash.ts';
import { migrateHashes, migrateRemainingHashes } from '../../netlify/storage/person-hash-migration.ts';
import { redis } from '../../netlify/storage/redis.ts';
import { readSubscriptionsOf } from '../../netlify/storage/subscriptions.ts';
import { password } from '../support/accounts.ts';
import { useMailServer } from '../support/mail-server.ts';
import { connect, flush, storedText } from '../support/redis.ts';
import { call, earlyProduct, hoodie, setStock, workDone } from '../support/shop-calls.ts';

const raw = connect({ automaticDeserialization: false });
const mailServer = useMailServer();
const KEY = process.env['PERSON_HASH_KEY'] ?? '';
const SECOND = 'another-key-that-is-just-as-secret-as-the-first';
const [asha, ravi, meera] = ['asha@example.com', 'ravi@example.com', 'meera@example.com'];
const plain = (text: string) => createHash('sha256').update(text).digest('base64url');

beforeEach(async () => {
  await flush();
  use('a-key-that-was-never-used-and-makes-a-client-anew');
  use(KEY);
});
afterEach(workDone);

/** A function that starts with this setting: its first request checks the keys. */
function use(key: string): void {
  vi.stubEnv('PERSON_HASH_KEY', key);
  redis();
}

const linkIn = (email: string, path: string) =>
  new RegExp(`/newsletter/${path}[#?]token=([\\w-]+)`).exec(
    mailServer.emails.findLast(({ to }) => to.includes(email))?.mail.text ?? '',
  )?.[1] ?? '';

/** Everything that is stored under the hash of an email. */
async function useTheShop() {
  for (const email of [asha, ravi]) {
    await call('user.register', { body: { name: 'Asha', email, password } });
  }
  await setStock(hoodie.id, 'M', 0);
  await call('notify', { body: { productId: hoodie.id, size: 'M', email: asha } });
  await noteInterest([], earlyProduct.id, { email: asha, name: '', phone: '', at: 1 });
  for (const email of [asha, ravi]) {
    await call('newsletter.subscribe', { body: { email } });
    await workDone();
  }
  const leave = linkIn(asha, 'unsubscribe');
  const { body } = await call('newsletter.confirm', { body: { token: linkIn(asha, 'confirm') } });
  await workDone();
  const confirm = linkIn(ravi, 'confirm');
  vi.stubEnv('SMTP_URL', '');
  vi.spyOn(console, 'error').mockReturnValue();
  await call('newsletter.subscribe', { body: { email: meera } });
  await workDone();
  vi.stubEnv('SMTP_URL', mailServer.url);
  return { leave, confirm, code: body.code?.code };
}

/** Writes the database as earlier versions of the shop did: with hashes that anybody can compute. */
async function asInOlderDays(): Promise<void> {
  const names = new Map([asha, ravi, meera].map((email) => [personHash(email), plain(email)]));
  const older = (text: string) => [...names].reduce((now, [keyed, old]) => now.replaceAll(keyed, old), text);
  for (const name of await raw.keys('*')) {
    const type = await raw.type(name);
    if (type === 'hash') {
      const flat = ((await raw.hgetall(name)) ?? []) as unknown as string[];
      await raw.del(name);
      for (let at = 0; at < flat.length; at += 2) {
        await raw.hset(older(name), { [older(flat[at] ?? '')]: flat[at + 1] ?? '' });
      }
    } else if (type === 'zset') {
      const flat = await raw.zrange<string[]>(name, 0, -1, { withScores: true });
      await raw.del(name);
      for (let at = 0; at < flat.length; at += 2) {
        await raw.zadd(older(name), { score: Number(flat[at + 1]), member: older(flat[at] ?? '') });
      }
    } else if (type === 'string') {
      await raw.set(name, older((await raw.get<string>(name)) ?? ''), { keepTtl: true });
    }
  }
  await raw.del(personKeysKey());
}

/** Everything in the database that is stored for longer than an hour. */
const everything = async () =>
  storedText((await raw.keys('*')).filter((name) => !name.startsWith('limit:')).toSorted());

async function expectNobodyIsLost({ leave, confirm, code }: Awaited<ReturnType<typeof useTheShop>>) {
  for (const email of [asha, ravi]) {
    expect((await call('user.login', { body: { email, password } })).status, email).toBe(200);
    expect((await call('user.register', { body: { name: 'X', email, password } })).status).toBe(409);
  }
  expect(await readSubscriptionsOf(asha)).toMatchObject({
    sizes: [{ size: 'M' }],
    interests: [{ email: asha }],
  });
  expect((await readSubscription(personHash(asha)))?.subscription).toMatchObject({ email: asha, code });
  // The due email is sent.
  const [due = ''] = await raw.zrange<string[]>('newsletter-letters', 0, -1);
  await raw.zadd('newsletter-letters', { score: 1, member: due });
  await call('newsletter.subscribe', { body: { email: 'somebody@example.com' } });
  await workDone();
  expect(linkIn(meera, 'confirm')).not.toBe('');
  expect((await call('newsletter.confirm', { body: { token: confirm } })).body.success).toBe(true);
  // A mailbox that had a code gets no second one.
  await leaveFunction(
    new Request(`https://shop.example/newsletter/unsubscribe?token=${leave}`, { method: 'POST', body: '' }),
  );
  expect(await readSubscription(personHash(asha))).toBeNull();
  await call('newsletter.subscribe', { body: { email: asha } });
  await workDone();
  const again = await call('newsletter.confirm', { body: { token: linkIn(asha, 'confirm') } });
  expect(again.body).toMatchObject({ success: true, code: null });
}

test('a hash of an email without the key finds nobody', async () => {
  await useTheShop();
  const all = (await everything()) + (await raw.keys('limit:*')).join();
  for (const email of [asha, ravi, meera, '192.0.2.1']) expect(all).not.toContain(plain(email));
  expect(all).toContain(personHash(asha));
});

test('the first call migrates an older shop’s hashes without loss', async () => {
  const before = await useTheShop();
  await asInOlderDays();
  expect(await everything()).toContain(plain(asha));
  use(SECOND);
  use(KEY);
  await expectNobodyIsLost(before);
  const all = await everything();
  for (const email of [asha, ravi, meera]) expect(all).not.toContain(plain(email));
});

test('a new hash key migrates all hashes without loss', async () => {
  const before = await useTheShop();
  const former = personHash(asha);
  use(`${KEY} ${SECOND}`);
  await expectNobodyIsLost(before);
  expect(await everything()).not.toContain(former);
});

test('keys with an expiry keep it', async () => {
  await useTheShop();
  await asInOlderDays();
  const links = await raw.keys('newsletter-*:*');
  await migrateHashes(raw);
  for (const link of links) expect(await raw.ttl(link)).toBeGreaterThan(0);
  expect(links.length).toBeGreaterThan(3);
});

describe('refused in one sentence, and nothing changes', () => {
  const refused = async () => {
    const log = vi.spyOn(console, 'error').mockReturnValue();
    const before = await everything();
    const { status } = await call('user.login', { body: { email: asha, password } });
    expect([status, await everything()]).toEqual([503, before]);
    return String(log.mock.lastCall?.[0]);
  };

  test.each([
    ['no key', '', 'Set PERSON_HASH_KEY to the secret of this shop'],
    ['a short key', 'secret', 'must be random and of 32 characters or more'],
    ['another key', SECOND, 'is not the one that this database was written with'],
    ['the keys in another order', `${SECOND} ${KEY}`, 'is not the one that this database was written with'],
  ])('%s', async (_title, key, sentence) => {
    await useTheShop();
    use(KEY);
    await redis().ping();
    vi.stubEnv('PERSON_HASH_KEY', key);
    expect(await refused()).toContain(sentence);
  });

  test('a preview with a newer key than the shop', async () => {
    await useTheShop();
    vi.stubGlobal('Netlify', { context: { deploy: { context: 'deploy-preview', published: false } } });
    use(`${KEY} ${SECOND}`);
    expect(await refused()).toContain('a preview must not change that');
  });

  test('an older deploy, once a newer key was used', async () => {
    await useTheShop();
    use(`${KEY} ${SECOND}`);
    await redis().ping();
    use(KEY);
    expect(await refused()).toContain('is not the one that this database was written with');
  });
});

test('a run that is out of time is continued', async () => {
  const before = await useTheShop();
  await asInOlderDays();
  await raw.set(personKeysKey(), 'mark');
  const counted = vi.spyOn(Date, 'now');
  let runs = 0;
  for (; (await raw.get(personKeysKey())) === 'mark' && runs < 200; runs += 1) {
    let ticks = 0;
    counted.mockImplementation(() => (ticks += 1));
    // Time for a few steps; for more if other work on a busy machine reads this clock, too.
    await migrateRemainingHashes(raw, 3 + Math.floor(runs / 10));
  }
  counted.mockRestore();
  expect(runs).toBeGreaterThan(2);
  expect(await raw.get(personKeysKey())).toBe('mark repeated');
  expect(await raw.exists(personMoveKey())).toBe(0);
  await raw.del(personKeysKey());
  use(SECOND);
  use(KEY);
  await expectNobodyIsLost(before);
});

test('the cleanup job migrates data that a former deploy wrote; a confirmed subscription wins', async () => {
  const before = await useTheShop();
  const text = (await readSubscription(personHash(asha)))?.text ?? '';
  const unconfirmed = JSON.stringify({ ...JSON.parse(text), confirmedAt: null, code: null });
  await raw.hset('newsletter', { [plain(asha)]: text, [personHash(asha)]: unconfirmed });
  await raw.rename(`login:${personHash(ravi)}`, `login:${plain(ravi)}`);
  await runCleanup(10_000);
  await expectNobodyIsLost(before);
  expect(await raw.hexists('newsletter', plain(asha))).toBe(0);
  await raw.hset('newsletter', { [plain(meera)]: text });
  await runCleanup(10_000);
  expect(await raw.hexists('newsletter', plain(meera))).toBe(1);
});

test('one of several concurrent callers migrates, and the others wait for it', async () => {
  const before = await useTheShop();
  await asInOlderDays();
  const runs = await Promise.allSettled([migrateHashes(raw), migrateHashes(raw), migrateHashes(raw)]);
  expect(runs.map(({ status }) => status)).toEqual(['fulfilled', 'fulfilled', 'fulfilled']);
  use(SECOND);
  use(KEY);
  await expectNobodyIsLost(before);
});
