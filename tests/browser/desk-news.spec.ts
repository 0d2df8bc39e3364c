import { type CDPSession, expect, type Page } from 'playwright/test';
import { deskPath } from '../../src/contract/desk.ts';
import { deskPaths } from '../../src/contract/desk-paths.ts';
import {
  deskNewsMessages as says,
  type PushMessage,
  deskScreenMessages,
  deskStaffMessages,
} from '../../src/contract/messages/desk.ts';
import { newPushDevice } from '../support/push-device.ts';
import { signInStaff } from './support/desk.ts';
import { expectAccessible } from './support/accessible.ts';
import { newShopper, placeOrder, productNamed } from './support/api.ts';
import { DESK_SIZE } from './support/paid-order.ts';
import { fromOwnAddresses } from './support/shopper.ts';
import { test } from './support/test.ts';

fromOwnAddresses();
test.use({ serviceWorkers: 'allow' });

/**
 * Chromium requests the address of a push subscription from Google; the local push service replaces that. The headless
 * shell shows no notifications, so this also grants their permission.
 */
async function useLocalPushService(page: Page, site = '') {
  const device = newPushDevice(`${site}/__push`);
  await page.addInitScript((address) => {
    let own: object | null = null;
    const made = {
      endpoint: address.endpoint,
      toJSON: () => address,
      unsubscribe: async () => {
        own = null;
        return true;
      },
    };
    Object.defineProperty(Notification, 'permission', { get: () => 'granted' });
    Notification.requestPermission = async () => 'granted';
    Object.assign(PushManager.prototype, {
      subscribe: async () => (own = made),
      getSubscription: async () => own,
    });
  }, device.address);
  return device;
}

/** Delivers a message to the desk's worker, like a push service. */
async function deliver(client: CDPSession, origin: string, data: string): Promise<void> {
  const registration = new Promise<string>((resolve) => {
    client.on('ServiceWorker.workerRegistrationUpdated', ({ registrations }) => {
      const own = registrations.find(({ scopeURL }) => scopeURL === origin + deskPaths.today);
      if (own) resolve(own.registrationId);
    });
  });
  await client.send('ServiceWorker.enable');
  await client.send('ServiceWorker.deliverPushMessage', {
    origin,
    registrationId: await registration,
    data,
  });
}

test('staff turn on notifications, get one for a new order, and open the order with a tap', async ({
  page,
  context,
  request,
  baseURL,
}) => {
  const device = await useLocalPushService(page, baseURL);
  await signInStaff(page, 'owner', deskPaths.staff);
  const part = page.getByRole('region', { name: says.title });
  await part.getByRole('button', { name: says.turnOn }).click();
  await expect(part.getByText(says.turnedOn)).toBeVisible();
  await expect(part.getByText(says.isOn)).toBeVisible();

  const hoodie = { productId: productNamed('warp-line-hoodie').id, size: DESK_SIZE, quantity: 1 };
  const orderId = await placeOrder(request, await newShopper(request), hoodie);
  const arrived = async () =>
    (await (await request.get(device.address.endpoint)).json()) as { body: string }[];
  await expect.poll(async () => (await arrived()).length).toBeGreaterThan(0);
  const [first] = await arrived();
  const sent = JSON.parse(device.opened(first?.body ?? '')) as PushMessage;
  expect(sent.title).toMatch(/new order/i);
  // Orders of other tests may arrive first.
  const message = { ...sent, path: deskPaths.order(orderId) };

  const worker = context.serviceWorkers().find((one) => one.url().endsWith('/desk-worker.js'));
  await worker?.evaluate(() => {
    const scope = self as unknown as DeskScope;
    scope.registration.showNotification = async (title, { body, data }) => {
      scope.shown = { title, body, data };
    };
  });
  const client = await context.newCDPSession(page);
  await deliver(client, baseURL ?? '', JSON.stringify(message));
  const shown = () => worker?.evaluate(() => (self as unknown as DeskScope).shown);
  const { title, body, path } = message;
  await expect.poll(shown).toEqual({ title, body, data: path });
  await worker?.evaluate(() => {
    const scope = self as unknown as DeskScope;
    const notification = { ...scope.shown, close: () => {} };
    scope.dispatchEvent(
      Object.assign(new scope.ExtendableEvent('notificationclick'), { notification, waitUntil: () => {} }),
    );
  });
  await expect(page).toHaveURL(new RegExp(`${deskPaths.order(orderId).replace('?', '\\?')}$`));
  await expect(page.getByRole('main')).toContainText(orderId.slice(-6));
});

interface DeskScope extends EventTarget {
  registration: {
    showNotification: (title: string, options: { body: string; data: string }) => Promise<void>;
  };
  shown?: { title: string; body: string; data: string };
  ExtendableEvent: new (type: string) => Event;
}

test('Chromium offers to install the desk', async ({ page, context }) => {
  await page.goto(deskPaths.today);
  const client = await context.newCDPSession(page);
  const { errors, data } = await client.send('Page.getAppManifest');
  expect(errors).toEqual([]);
  expect(JSON.parse(data ?? '{}')).toMatchObject({
    start_url: '/desk',
    scope: '/desk',
    display: 'standalone',
  });
  const { installabilityErrors } = await client.send('Page.getInstallabilityErrors');
  // Every test runs in a private window.
  expect(installabilityErrors.filter(({ errorId }) => errorId !== 'in-incognito')).toEqual([]);
});

test('a device keeps its notification choices, and notifications can be stopped', async ({
  page,
  baseURL,
}) => {
  await useLocalPushService(page, baseURL);
  await signInStaff(page, 'packer', deskPaths.staff);
  const part = page.getByRole('region', { name: says.title });
  await expect(part.getByRole('checkbox', { name: says.kinds.refund })).toHaveCount(0);
  await part.getByRole('checkbox', { name: says.quiet }).check();
  await expectAccessible(page, 'at the notifications');
  await part.getByLabel(says.from).fill('21:30');
  await part.getByRole('checkbox', { name: says.daily }).check();
  await page.reload();
  await expect(part.getByLabel(says.from)).toHaveValue('21:30');
  await expect(part.getByRole('checkbox', { name: says.daily })).toBeChecked();
  await part.getByRole('button', { name: says.save }).click();
  await expect(part.getByText(says.saved)).toBeVisible();
  // Until the staff cards load, only “Sign out” above them can be tapped, so they shift no tap target.
  const { promise: released, resolve: release } = Promise.withResolvers<void>();
  await page.route(`**${deskPath('staff.list')}`, (route) => released.then(() => route.continue()));
  await page.reload();
  await expect(page.getByRole('navigation', { name: deskScreenMessages.menu })).toBeVisible();
  await expect(page.locator('main .skeleton')).toBeVisible();
  await expect(page.getByRole('main').getByRole('button')).toHaveText([deskStaffMessages.signOut]);
  release();
  await expect(part.getByLabel(says.from)).toHaveValue('21:30');
  await expect(part.getByRole('checkbox', { name: says.daily })).toBeChecked();
  await part.getByRole('button', { name: says.turnOn }).click();
  await part.getByRole('button', { name: /Stop notifications/ }).click();
  await expect(part.getByText(says.stopped)).toBeVisible();
  await expect(part.getByRole('button', { name: says.turnOn })).toBeVisible();
});
