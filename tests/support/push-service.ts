/** A push service on this machine, and staff whose devices it reaches. */
import { once } from 'node:events';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { getRequestListener } from '@hono/node-server';
import { afterAll, beforeAll, beforeEach, expect, vi } from 'vitest';
import { openPushService, PUSH_PATH, type PushService } from '../../local/push-service.ts';
import { newPushKeys } from '../../netlify/push/vapid.ts';
import type { NewsChoice } from '../../src/contract/desk-news.ts';
import type { PushMessage } from '../../src/contract/messages/desk.ts';
import { type Browser, signUp, useStaff } from './desk.ts';
import { newPushDevice } from './push-device.ts';
import { address, call, hoodie, newKey, newShopper, orderBody, setStock, workDone } from './shop-calls.ts';

/** The push service of a test file: each test starts without messages, and with new keys of the shop. */
export function usePushService() {
  const server = createServer(
    getRequestListener(
      async (request) => (await opened.service.serve(request)) ?? new Response(null, { status: 404 }),
    ),
  );
  const opened: { url: string; service: PushService } = {
    url: '',
    service: openPushService(() => opened.url),
  };
  beforeAll(async () => {
    await once(server.listen(0, '127.0.0.1'), 'listening');
    opened.url = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
  });
  afterAll(() => void server.close());
  beforeEach(() => {
    useStaff();
    opened.service = openPushService(() => opened.url);
    const { publicKey, privateKey } = newPushKeys();
    vi.stubEnv('VAPID_PUBLIC_KEY', publicKey);
    vi.stubEnv('VAPID_PRIVATE_KEY', privateKey);
    vi.stubEnv('PUSH_SERVICE_URL', opened.url + PUSH_PATH);
  });

  /** Signs in and adds a device. */
  async function toldStaff(email: string) {
    const { browser, passkey } = await signUp(email);
    const device = newPushDevice(opened.url + PUSH_PATH);
    const { status, body } = await browser.call('news.subscribe', device.address);
    expect(status).toBe(200);
    const id = body.devices.find((one) => one.email === email)?.id ?? '';
    const heard = () =>
      opened.service
        .messagesTo(device.name)
        .map(({ body: text }) => JSON.parse(device.opened(text)) as PushMessage);
    const titles = () => heard().map(({ title }) => title);
    return { browser, passkey, device, id, heard, titles };
  }

  return Object.assign(opened, { toldStaff });
}

/** Cash orders of one hoodie each, by different shoppers. @returns their ids */
export async function placeOrders(count: number): Promise<string[]> {
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

export const choose = (browser: Browser, own: Partial<NewsChoice>) =>
  browser.call('news.choose', { kinds: ['order'], quiet: null, hasDaily: false, ...own });
