import { once } from 'node:events';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { getRequestListener } from '@hono/node-server';
import { afterAll, afterEach, beforeAll, beforeEach, expect, test, vi } from 'vitest';
import { openPushService, PUSH_PATH, type PushService } from '../../../local/push-service.ts';
import { newPushKeys } from '../../../netlify/push/vapid.ts';
import { queueDailyEmails } from '../../../netlify/services/daily-email.ts';
import { runReconciliation } from '../../../netlify/services/reconciliation.ts';
import { sendPushes } from '../../../netlify/services/staff-push.ts';
import { dailyEmailKey, pushDeviceKey, staffNewsKey } from '../../../netlify/storage/staff-keys.ts';
import { readLogOf } from '../../../netlify/storage/staff-log.ts';
import { devicesOf, readStaffNews } from '../../../netlify/storage/staff-news.ts';
import { deskMessages } from '../../../src/contract/messages/desk.ts';
import { deskNewsMessages as says, type PushMessage } from '../../../src/contract/messages/desk-news.ts';
import type { NewsChoice } from '../../../src/contract/desk-news.ts';
import { clockOf, dayOf, startOf } from '../../../src/domain/days.ts';
import { tokenHeader } from '../../../src/contract/wire.ts';
import { type Browser, newBrowser, owner, packer, signUp, site, useStaff } from '../../support/desk.ts';
import { useMailServer } from '../../support/mail-server.ts';
import { newPushDevice } from '../../support/push-device.ts';
import { connect, flush } from '../../support/redis.ts';
import {
  address,
  call,
  hoodie,
  newKey,
  newShopper,
  orderBody,
  setStock,
  workDone,
} from '../../support/shop-calls.ts';

const redis = connect({ automaticDeserialization: false });
const office = useMailServer(site);
const HOUR_MS = 60 * 60_000;
const ever = Number.POSITIVE_INFINITY;

let service: PushService;
let url = '';
const server = createServer(
  getRequestListener(
    async (request) => (await service.serve(request)) ?? new Response(null, { status: 404 }),
  ),
);
beforeAll(async () => {
  await once(server.listen(0, '127.0.0.1'), 'listening');
  url = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
});
afterAll(() => void server.close());

beforeEach(flush);
beforeEach(() => {
  useStaff();
  service = openPushService(() => url);
  const { publicKey, privateKey } = newPushKeys();
  vi.stubEnv('VAPID_PUBLIC_KEY', publicKey);
  vi.stubEnv('VAPID_PRIVATE_KEY', privateKey);
  vi.stubEnv('PUSH_SERVICE_URL', url + PUSH_PATH);
});
afterEach(workDone);

/** Signs in and adds a device. */
async function toldStaff(email: string) {
  const { browser, passkey } = await signUp(email);
  const device = newPushDevice(url + PUSH_PATH);
  const { status, body } = await browser.call('news.subscribe', device.address);
  expect(status).toBe(200);
  const id = body.devices.find((one) => one.email === email)?.id ?? '';
  const heard = () =>
    service.messagesTo(device.name).map(({ body: text }) => JSON.parse(device.opened(text)) as PushMessage);
  const titles = () => heard().map(({ title }) => title);
  return { browser, passkey, device, id, heard, titles };
}

async function placeOrders(count: number): Promise<string[]> {
  const placed: string[] = [];
  for (let at = 0; at < count; at += 1) {
    const { token } = await newShopper(`priya-${at}-${newKey()}@example.com`);
    await call('cart.add', { token, body: { itemId: hoodie.id, size: 'M' } });
    await setStock(hoodie.id, 'M', 9);
    const phone = `9198765432${10 + at}`;
    const body = {
      ...orderBody([hoodie, 'M', 1]),
      address: { ...address, phone, street: `Lane ${newKey()}` },
    };
    const { body: reply } = await call('order.place', { token, key: newKey(), body });
    placed.push((reply as { orderId: string }).orderId);
  }
  await workDone();
  return placed;
}

/** Ends the pause of a minute between two messages, or that before a retry. */
const pauseEnds = (id: string) => redis.hset(pushDeviceKey(id), { free: '0' });

const choose = (browser: Browser, own: Partial<NewsChoice>) =>
  browser.call('news.choose', { kinds: ['order'], quiet: null, hasDaily: false, ...own });

test('a new order is told once to each device: the amount to owners alone, and nobody’s name', async () => {
  const [asha, ravi] = [await toldStaff(owner), await toldStaff(packer)];
  const [id = ''] = await placeOrders(1);
  await Promise.all([sendPushes(ever), sendPushes(ever), sendPushes(ever)]);
  const title = `New order ${id.slice(-6)}`;
  expect(asha.heard()).toEqual([
    { title, body: expect.stringMatching(/^₹[\d,.]+$/), path: `/desk/order?id=${id}`, tag: `order-${id}-` },
  ]);
  expect(ravi.heard()).toEqual([expect.objectContaining({ title, body: '' })]);
  expect(JSON.stringify([asha.heard(), ravi.heard()])).not.toMatch(/asha|priya|lane|98765/i);
});

test('orders that come within a minute are one message', async () => {
  const { id, titles } = await toldStaff(packer);
  const [first = ''] = await placeOrders(4);
  expect(titles()).toEqual([`New order ${first.slice(-6)}`]);
  await pauseEnds(id);
  await runReconciliation(5_000);
  expect(titles()[1]).toBe('3 new orders');
  await pauseEnds(id);
  await sendPushes(ever);
  expect(titles()).toHaveLength(2);
});

test('a push service that fails is asked again later, and nothing is lost; for a day', async () => {
  vi.spyOn(console, 'error').mockImplementation(() => {});
  const { device, id, titles } = await toldStaff(packer);
  service.answer(device.name, 503);
  await placeOrders(2);
  const free = Number(await redis.hget<string>(pushDeviceKey(id), 'free'));
  expect((free - Date.now()) / 60_000).toBeCloseTo(5, 0);
  service.answer(device.name, 201);
  await sendPushes(ever);
  expect(titles()).toEqual([]);
  await pauseEnds(id);
  await sendPushes(ever);
  expect(titles()).toEqual(['2 new orders']);

  service.answer(device.name, 503);
  await placeOrders(1);
  await redis.hset(pushDeviceKey(id), { free: '0', since: String(Date.now() - 25 * HOUR_MS) });
  await sendPushes(ever);
  service.answer(device.name, 201);
  await pauseEnds(id);
  await sendPushes(ever);
  expect(titles()).toHaveLength(1);
});

test.each([404, 410])('a device that its push service answers %i for is removed', async (status) => {
  vi.spyOn(console, 'error').mockImplementation(() => {});
  const { device, browser } = await toldStaff(owner);
  service.answer(device.name, status);
  await placeOrders(1);
  expect((await browser.call('news.read')).body.devices).toEqual([]);
  expect((await readLogOf('staff', 1))[0]).toMatchObject({ who: 'push service', action: 'news.stop' });
});

test('quiet hours push nothing; what came in them is one message when they end', async () => {
  const { browser, titles } = await toldStaff(owner);
  const quiet = { from: clockOf(Date.now() - HOUR_MS), to: clockOf(Date.now() + HOUR_MS) };
  await choose(browser, { quiet });
  await placeOrders(3);
  expect(titles()).toEqual([]);
  await choose(browser, {
    quiet: { from: clockOf(Date.now() + HOUR_MS), to: clockOf(Date.now() - HOUR_MS) },
  });
  await sendPushes(ever);
  expect(titles()).toEqual(['3 new orders']);
});

test('who signs out, loses the passkey, is stopped or leaves the list is told nothing more', async () => {
  const asha = await toldStaff(owner);
  const ends: ((told: Awaited<ReturnType<typeof toldStaff>>) => Promise<unknown>)[] = [
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
    const ravi = await toldStaff(packer);
    await end(ravi);
    await placeOrders(1);
    expect([at, ravi.titles()]).toEqual([at, []]);
    if (at < ends.length - 1) expect(devicesOf((await readStaffNews()).all)).toHaveLength(1);
    const { passkeys = [] } = (await asha.browser.call('staff.list')).body.staff[1] ?? {};
    for (const { id } of passkeys) await asha.browser.call('passkey.remove', { email: packer, id });
  }
});

test('a session that is over and a new one in the same browser sign out the device by its address', async () => {
  const { browser, device } = await toldStaff(packer);
  const text = (await redis.get<string>(staffNewsKey())) ?? '';
  await redis.set(staffNewsKey(), text.replace(/"sessionHash":"[^"]+"/, '"sessionHash":"an earlier one"'));
  await browser.call('session.leave', { endpoint: device.address.endpoint });
  expect(devicesOf((await readStaffNews()).all)).toEqual([]);
});

test('a packer is refused kinds about money, and does not stop the owner’s devices', async () => {
  const [asha, ravi] = [await toldStaff(owner), await toldStaff(packer)];
  for (const kinds of [['refund'], ['dispute'], ['order', 'refund']] as NewsChoice['kinds'][]) {
    const { status, body } = await choose(ravi.browser, { kinds });
    expect([status, body.message]).toEqual([403, says.notYours]);
  }
  expect((await ravi.browser.call('news.stop', { id: asha.id })).status).toBe(404);
  const own = (await ravi.browser.call('news.read')).body;
  expect([own.choice.kinds, own.devices.map(({ email }) => email)]).toEqual([['order'], [packer]]);
  expect(JSON.stringify(own)).not.toContain(PUSH_PATH);
  // An owner who becomes a packer hears of no money from then on.
  useStaff(`${owner}:packer`);
  expect((await asha.browser.call('news.read')).body.choice.kinds).toEqual(['order']);
});

test('only push services of browsers are called, whatever address a device names', async () => {
  const { browser } = await signUp(owner);
  const { keys } = newPushDevice(url).address;
  const foreign = [
    ...['http://fcm.googleapis.com/fcm/send/x', 'https://fcm.googleapis.com.evil.example/x'],
    ...['https://evil.example/fcm.googleapis.com', 'https://fcm.googleapis.com:8443/x'],
    ...[['https://user:pass', 'fcm.googleapis.com/x'].join('@'), 'https://push.apple.com.evil.example/x'],
    ...[
      'https://169.254.169.254/latest/meta-data',
      'https://127.0.0.1/x',
      'https://[::1]/x',
      'file:///etc/x',
    ],
    ...['https://localhost/x', 'https://10.0.0.1/x', `${url}/api/health`, `${url}${PUSH_PATH}-else/x`, 'x'],
    `${url}${PUSH_PATH}/../api/health`,
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

test('an address is one person’s, devices are limited, and each change is in the log', async () => {
  const { browser: asha } = await signUp(owner);
  const { browser: ravi } = await signUp(packer);
  const shared = newPushDevice(url + PUSH_PATH).address;
  await asha.call('news.subscribe', shared);
  await ravi.call('news.subscribe', shared);
  expect((await asha.call('news.read')).body.devices.map(({ email }) => email)).toEqual([packer]);
  expect((await readLogOf('staff', 3)).map(({ who, action }) => [who, action])).toEqual([
    [packer, 'news.subscribe'],
    [packer, 'news.stop'],
    [owner, 'news.subscribe'],
  ]);
  for (let more = 1; more < 10; more += 1)
    await ravi.call('news.subscribe', newPushDevice(url + PUSH_PATH).address);
  const { status, body } = await ravi.call('news.subscribe', newPushDevice(url + PUSH_PATH).address);
  expect([status, body.message]).toEqual([400, says.tooMany(10)]);
});

test('without keys, or with keys that do not fit, nothing is pushed and the desk is told so', async () => {
  const { browser, titles } = await toldStaff(owner);
  vi.stubEnv('VAPID_PUBLIC_KEY', newPushKeys().publicKey);
  expect((await browser.call('news.read')).body.publicKey).toBeNull();
  vi.stubEnv('VAPID_PUBLIC_KEY', '');
  vi.stubEnv('VAPID_PRIVATE_KEY', '');
  expect((await browser.call('news.read')).body.publicKey).toBeNull();
  await placeOrders(1);
  expect(titles()).toEqual([]);
});

test('a shopper’s token changes nothing of what staff are told', async () => {
  const { token } = await newShopper();
  const { status, body } = await newBrowser().call('news.subscribe', newPushDevice(url + PUSH_PATH).address, {
    [tokenHeader]: token,
  });
  expect([status, body.message]).toEqual([401, deskMessages.signIn]);
});

test('the daily email comes once a day to those who want it, also after a missed run, without money to a packer', async () => {
  const { browser: asha } = await signUp(owner);
  const { browser: ravi } = await signUp(packer);
  await choose(asha, { hasDaily: true });
  await choose(ravi, { hasDaily: true });
  await workDone();
  office.letters.length = 0;
  const morning = startOf(dayOf(Date.now())) + 8 * HOUR_MS;
  await queueDailyEmails(morning - 1);
  expect(await redis.get(dailyEmailKey())).toBeNull();
  await Promise.all([queueDailyEmails(morning + 5 * HOUR_MS), queueDailyEmails(morning + 5 * HOUR_MS)]);
  await queueDailyEmails(morning + 6 * HOUR_MS);
  // Due at once, whatever the time of this run.
  await redis.zadd('letters', { xx: true }, ...(await dueNow()));
  await runReconciliation(5_000);
  await runReconciliation(5_000);
  const texts = Object.fromEntries(office.letters.map(({ to, mail }) => [to[0] ?? '', mail.text ?? '']));
  expect(office.letters.map(({ to }) => to[0]).toSorted()).toEqual([owner, packer]);
  expect(texts[owner]).toMatch(/Sold yesterday: ₹0\.00/);
  expect(texts[packer]).not.toMatch(/₹|Sold/);
  await choose(ravi, { hasDaily: false });
  await queueDailyEmails(morning + 24 * HOUR_MS);
  expect(await redis.zcard('letters')).toBe(1);
});

async function dueNow() {
  const names = await redis.zrange<string[]>('letters', 0, -1);
  return names.map((member) => ({ score: 1, member })) as [{ score: number; member: string }];
}
