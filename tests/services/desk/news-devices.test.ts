import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { PUSH_PATH } from '../../../local/push-service.ts';
import { newPushKeys } from '../../../netlify/push/vapid.ts';
import { staffNewsKey } from '../../../netlify/storage/staff-keys.ts';
import { readLogOf } from '../../../netlify/storage/staff-log.ts';
import { devicesOf, readStaffNews } from '../../../netlify/storage/staff-news.ts';
import { deskNewsMessages as says } from '../../../src/contract/messages/desk.ts';
import type { NewsChoice } from '../../../src/contract/desk-news.ts';
import { owner, packer, signUp, site, useStaff } from '../../support/desk.ts';
import { useMailServer } from '../../support/mail-server.ts';
import { newPushDevice } from '../../support/push-device.ts';
import { connect, flush } from '../../support/redis.ts';
import { workDone } from '../../support/shop-calls.ts';
import { choose, placeOrders, usePushService } from '../../support/push-service.ts';

const redis = connect({ automaticDeserialization: false });
useMailServer(site);

const push = usePushService();

beforeEach(flush);
afterEach(workDone);

test('staff who sign out, lose the passkey, are stopped or leave the list get no more messages', async () => {
  const asha = await push.toldStaff(owner);
  const ends: ((told: Awaited<ReturnType<typeof push.toldStaff>>) => Promise<unknown>)[] = [
    ({ browser }) => browser.call('session.leave', {}),
    ({ id }) => asha.browser.call('news.stop', { id }),
    ({ passkey }) => asha.browser.call('passkey.remove', { email: packer, id: passkey.id }),
    async () => {
      const { staff } = (await asha.browser.call('staff.list')).body;
      const session = staff.find(({ email }) => email === packer)?.sessions[0];
      await asha.browser.call('session.end', { id: session?.id ?? '' });
    },
    async () => useStaff(`${owner}:owner`),
  ];
  for (const [at, end] of ends.entries()) {
    const ravi = await push.toldStaff(packer);
    await end(ravi);
    await placeOrders(1);
    expect([at, ravi.titles()]).toEqual([at, []]);
    if (at < ends.length - 1) expect(devicesOf((await readStaffNews()).all)).toHaveLength(1);
    const { passkeys = [] } = (await asha.browser.call('staff.list')).body.staff[1] ?? {};
    for (const { id } of passkeys) await asha.browser.call('passkey.remove', { email: packer, id });
  }
});

test('an ended session and a new one in the same browser unsubscribe the device by its address', async () => {
  const { browser, device } = await push.toldStaff(packer);
  const text = (await redis.get<string>(staffNewsKey())) ?? '';
  await redis.set(staffNewsKey(), text.replace(/"sessionHash":"[^"]+"/, '"sessionHash":"an earlier one"'));
  await browser.call('session.leave', { endpoint: device.address.endpoint });
  expect(devicesOf((await readStaffNews()).all)).toEqual([]);
});

test('a packer cannot choose kinds about money, and cannot stop the owner’s devices', async () => {
  const [asha, ravi] = [await push.toldStaff(owner), await push.toldStaff(packer)];
  for (const kinds of [['refund'], ['dispute'], ['order', 'refund']] as NewsChoice['kinds'][]) {
    const { status, body } = await choose(ravi.browser, { kinds });
    expect([status, body.message]).toEqual([403, says.notYours]);
  }
  expect((await ravi.browser.call('news.stop', { id: asha.id })).status).toBe(404);
  const own = (await ravi.browser.call('news.read')).body;
  expect([own.choice.kinds, own.devices.map(({ email }) => email)]).toEqual([['order'], [packer]]);
  expect(JSON.stringify(own)).not.toContain(PUSH_PATH);
  // An owner who becomes a packer gets no more messages about money.
  useStaff(`${owner}:packer`);
  expect((await asha.browser.call('news.read')).body.choice.kinds).toEqual(['order']);
});

test('only push services of browsers are called, whatever address a device gives', async () => {
  const { browser } = await signUp(owner);
  const { keys } = newPushDevice(push.url).address;
  const foreign = [
    'http://fcm.googleapis.com/fcm/send/x',
    'https://fcm.googleapis.com.evil.example/x',
    'https://evil.example/fcm.googleapis.com',
    'https://fcm.googleapis.com:8443/x',
    ['https://user:pass', 'fcm.googleapis.com/x'].join('@'),
    'https://push.apple.com.evil.example/x',
    'https://169.254.169.254/latest/meta-data',
    'https://127.0.0.1/x',
    'https://[::1]/x',
    'file:///etc/x',
    'https://localhost/x',
    'https://10.0.0.1/x',
    `${push.url}/api/health`,
    'x',
    `${push.url}${PUSH_PATH}-else/x`,
    `${push.url}${PUSH_PATH}/../api/health`,
  ];
  for (const endpoint of foreign) {
    const { status, body } = await browser.call('news.subscribe', { endpoint, keys });
    expect([endpoint, status, body.message]).toEqual([endpoint, 400, says.foreign]);
  }
  const off = { endpoint: 'https://fcm.googleapis.com/x', keys: { ...keys, p256dh: 'B'.repeat(87) } };
  expect((await browser.call('news.subscribe', off)).status).toBe(400);
  for (const host of ['fcm.googleapis.com', 'updates.push.services.mozilla.com', 'web.push.apple.com']) {
    expect((await browser.call('news.subscribe', { endpoint: `https://${host}/x`, keys })).status).toBe(200);
  }
});

test('an address belongs to one person, devices are limited, and each change is logged', async () => {
  const { browser: asha } = await signUp(owner);
  const { browser: ravi } = await signUp(packer);
  const shared = newPushDevice(push.url + PUSH_PATH).address;
  await asha.call('news.subscribe', shared);
  await ravi.call('news.subscribe', shared);
  expect((await asha.call('news.read')).body.devices.map(({ email }) => email)).toEqual([packer]);
  expect((await readLogOf('staff', 3)).map(({ who, action }) => [who, action])).toEqual([
    [packer, 'news.subscribe'],
    [packer, 'news.stop'],
    [owner, 'news.subscribe'],
  ]);
  for (let more = 1; more < 10; more += 1)
    await ravi.call('news.subscribe', newPushDevice(push.url + PUSH_PATH).address);
  const { status, body } = await ravi.call('news.subscribe', newPushDevice(push.url + PUSH_PATH).address);
  expect([status, body.message]).toEqual([400, says.tooMany(10)]);
});

test('without keys, or with invalid keys, nothing is pushed and the desk shows it', async () => {
  const { browser, titles } = await push.toldStaff(owner);
  vi.stubEnv('VAPID_PUBLIC_KEY', newPushKeys().publicKey);
  expect((await browser.call('news.read')).body.publicKey).toBeNull();
  vi.stubEnv('VAPID_PUBLIC_KEY', '');
  vi.stubEnv('VAPID_PRIVATE_KEY', '');
  expect((await browser.call('news.read')).body.publicKey).toBeNull();
  await placeOrders(1);
  expect(titles()).toEqual([]);
});
