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
import { dailyEmailKey, pushDeviceKey } from '../../../netlify/storage/staff-keys.ts';
import { readLogOf } from '../../../netlify/storage/staff-log.ts';
import { deskMessages } from '../../../src/contract/messages/desk.ts';
import type { PushMessage } from '../../../src/contract/messages/desk-news.ts';
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
const mailServer = useMailServer(site);
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

/** Skips the pause of a minute between two messages, or the pause before a retry. */
const pauseEnds = (id: string) => redis.hset(pushDeviceKey(id), { free: '0' });

const choose = (browser: Browser, own: Partial<NewsChoice>) =>
  browser.call('news.choose', { kinds: ['order'], quiet: null, hasDaily: false, ...own });

test('each device gets a new order once: the amount for owners alone, and no name', async () => {
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

test('orders within a minute are one message', async () => {
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

test('a failing push service is retried for a day, and nothing is lost', async () => {
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

test.each([404, 410])('a device is removed if its push service answers %i', async (status) => {
  vi.spyOn(console, 'error').mockImplementation(() => {});
  const { device, browser } = await toldStaff(owner);
  service.answer(device.name, status);
  await placeOrders(1);
  expect((await browser.call('news.read')).body.devices).toEqual([]);
  expect((await readLogOf('staff', 1))[0]).toMatchObject({ who: 'push service', action: 'news.stop' });
});

test('nothing is pushed in quiet hours; their events are one message when they end', async () => {
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

test('a shopper’s token cannot change the notification settings of staff', async () => {
  const { token } = await newShopper();
  const { status, body } = await newBrowser().call('news.subscribe', newPushDevice(url + PUSH_PATH).address, {
    [tokenHeader]: token,
  });
  expect([status, body.message]).toEqual([401, deskMessages.signIn]);
});

test('the daily email is sent once a day to those who want it, also after a missed run, and without money to a packer', async () => {
  const { browser: asha } = await signUp(owner);
  const { browser: ravi } = await signUp(packer);
  await choose(asha, { hasDaily: true });
  await choose(ravi, { hasDaily: true });
  await workDone();
  mailServer.emails.length = 0;
  const morning = startOf(dayOf(Date.now())) + 8 * HOUR_MS;
  await queueDailyEmails(morning - 1);
  expect(await redis.get(dailyEmailKey())).toBeNull();
  await Promise.all([queueDailyEmails(morning + 5 * HOUR_MS), queueDailyEmails(morning + 5 * HOUR_MS)]);
  await queueDailyEmails(morning + 6 * HOUR_MS);
  // Due at once, at any time of day.
  await redis.zadd('letters', { xx: true }, ...(await dueNow()));
  await runReconciliation(5_000);
  await runReconciliation(5_000);
  const texts = Object.fromEntries(mailServer.emails.map(({ to, mail }) => [to[0] ?? '', mail.text ?? '']));
  expect(mailServer.emails.map(({ to }) => to[0]).toSorted()).toEqual([owner, packer]);
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
