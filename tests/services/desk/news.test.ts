import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { PUSH_PATH } from '../../../local/push-service.ts';
import { queueDailyEmails } from '../../../netlify/services/daily-email.ts';
import { runReconciliation } from '../../../netlify/services/reconciliation.ts';
import { sendPushes } from '../../../netlify/services/staff-push.ts';
import { dailyEmailKey, pushDeviceKey } from '../../../netlify/storage/staff-keys.ts';
import { readLogOf } from '../../../netlify/storage/staff-log.ts';
import { deskMessages } from '../../../src/contract/messages/desk.ts';
import { clockOf, dayOf, startOf } from '../../../src/domain/days.ts';
import { HOUR_MS } from '../../../src/domain/time-units.ts';
import { tokenHeader } from '../../../src/contract/endpoints.ts';
import { newBrowser, owner, packer, signUp, site } from '../../support/desk.ts';
import { useMailServer } from '../../support/mail-server.ts';
import { newPushDevice } from '../../support/push-device.ts';
import { connect, flush } from '../../support/redis.ts';
import { newShopper, workDone } from '../../support/shop-calls.ts';
import { choose, placeOrders, usePushService } from '../../support/push-service.ts';

const redis = connect({ automaticDeserialization: false });
const mailServer = useMailServer(site);
const ever = Number.POSITIVE_INFINITY;

const push = usePushService();

beforeEach(flush);
afterEach(workDone);

/** Skips the pause of a minute between two messages, or the pause before a retry. */
const pauseEnds = (id: string) => redis.hset(pushDeviceKey(id), { free: '0' });

test('each device gets a new order once: the amount for owners alone, and no name', async () => {
  const [asha, ravi] = [await push.toldStaff(owner), await push.toldStaff(packer)];
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
  const { id, titles } = await push.toldStaff(packer);
  const [first = ''] = await placeOrders(4);
  expect(titles()).toEqual([`New order ${first.slice(-6)}`]);
  await pauseEnds(id);
  await runReconciliation(60_000);
  expect(titles()[1]).toBe('3 new orders');
  await pauseEnds(id);
  await sendPushes(ever);
  expect(titles()).toHaveLength(2);
});

test('a failing push service is retried for a day, and nothing is lost', async () => {
  vi.spyOn(console, 'error').mockImplementation(() => {});
  const { device, id, titles } = await push.toldStaff(packer);
  push.service.answer(device.name, 503);
  await placeOrders(2);
  const free = Number(await redis.hget<string>(pushDeviceKey(id), 'free'));
  expect((free - Date.now()) / 60_000).toBeCloseTo(5, 0);
  push.service.answer(device.name, 201);
  await sendPushes(ever);
  expect(titles()).toEqual([]);
  await pauseEnds(id);
  await sendPushes(ever);
  expect(titles()).toEqual(['2 new orders']);

  push.service.answer(device.name, 503);
  await placeOrders(1);
  await redis.hset(pushDeviceKey(id), { free: '0', since: String(Date.now() - 25 * HOUR_MS) });
  await sendPushes(ever);
  push.service.answer(device.name, 201);
  await pauseEnds(id);
  await sendPushes(ever);
  expect(titles()).toHaveLength(1);
});

test.each([404, 410])('a device is removed if its push service answers %i', async (status) => {
  vi.spyOn(console, 'error').mockReturnValue();
  const { device, browser } = await push.toldStaff(owner);
  push.service.answer(device.name, status);
  await placeOrders(1);
  expect((await browser.call('news.read')).body.devices).toEqual([]);
  expect((await readLogOf('staff', 1))[0]).toMatchObject({ who: 'push service', action: 'news.stop' });
});

test('nothing is pushed in quiet hours; their events are one message when they end', async () => {
  const { browser, titles } = await push.toldStaff(owner);
  const quiet = { from: clockOf(Date.now() - HOUR_MS), to: clockOf(Date.now() + HOUR_MS) };
  await choose(browser, { quiet });
  await placeOrders(3);
  expect(titles()).toEqual([]);
  await choose(browser, { quiet: { from: quiet.to, to: quiet.from } });
  await sendPushes(ever);
  expect(titles()).toEqual(['3 new orders']);
});

test('a shopper’s token cannot change the notification settings of staff', async () => {
  const { token } = await newShopper();
  const { address } = newPushDevice(push.url + PUSH_PATH);
  const { status, body } = await newBrowser().call('news.subscribe', address, { [tokenHeader]: token });
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
  await runReconciliation(60_000);
  await runReconciliation(60_000);
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
