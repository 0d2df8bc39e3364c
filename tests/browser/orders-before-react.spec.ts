import { expect, type Page } from 'playwright/test';
import { orderMessages } from '../../src/contract/messages/orders.ts';
import { paymentMessages } from '../../src/contract/messages/payment.ts';
import { holdReact } from './support/modules.ts';
import {
  answer,
  ORDER,
  ordersInEveryState,
  paymentWindow,
  razorpayCheckout,
  serveWindow,
  SHORT,
  unpaidNote,
  wireOrder,
} from './support/online-payment.ts';
import { openShopperSession, fromOwnAddresses, store } from './support/shopper.ts';
import { watch } from './support/page-errors.ts';
import { test } from './support/test.ts';

/** A small script draws /orders from templates of the components, and React hydrates the same elements. */
fromOwnAddresses();

const ok = { success: true } as const;
const orders = (page: Page) => page.getByRole('main').getByRole('article');
const isTakenOver = (page: Page) => expect(page.locator('astro-island[ssr]')).toHaveCount(0);

/** All elements of the list with their attributes and text. */
const elementsOf = (page: Page) =>
  page.locator('main astro-island > div > :last-child').evaluate((list) =>
    [...list.querySelectorAll('*')].map((element) => {
      const attributes = [...element.attributes].map(({ name, value }) => `${name.toLowerCase()}=${value}`);
      return [element.localName, ...attributes.sort(), element.textContent].join(' ');
    }),
  );

test('Orders in every state are shown before React loads, and hydration keeps their elements', async ({
  page,
}) => {
  const shopper = await openShopperSession(page);
  await store(page, { 'taana-unpaid': unpaidNote(shopper, paymentMessages.failed) });
  await answer(page, 'order.userorders', { ...ok, orders: ordersInEveryState });
  // Without a response, the panel keeps the text that it has before React.
  await page.route('**/api/order/verifyStripe', () => undefined);
  const watching = await watch(page);
  const react = await holdReact(page);
  await page.goto('/orders');
  await expect(orders(page)).toHaveCount(ordersInEveryState.length);
  await expect(page.getByRole('region', { name: paymentMessages.title(SHORT) })).toContainText(
    paymentMessages.failed,
  );
  await expect(page.getByText(shopper.email)).toBeVisible();
  await expect(page.getByRole('button', { name: 'Log out' })).toBeEnabled();
  expect(react.isHere()).toBe(false);
  const drawn = await elementsOf(page);
  const last = await orders(page).last().elementHandle();
  const place = await last?.boundingBox();
  react.release();
  await isTakenOver(page);
  await page.evaluate(() => new Promise((next) => requestAnimationFrame(() => setTimeout(next, 200))));
  expect(await last?.evaluate((element) => element.isConnected)).toBe(true);
  expect(await last?.boundingBox()).toEqual(place);
  await watching.expectNoErrors();

  // The small script and React draw the same elements.
  // The payment check stays without a response: the shop knows no such order, and the note would go.
  const { promise: later, resolve: load } = Promise.withResolvers<void>();
  await page.route('**/api/order/userorders', async (route) => {
    await later;
    await route.fulfill({ json: { ...ok, orders: ordersInEveryState } });
  });
  await page.goto('/orders');
  await isTakenOver(page);
  load();
  await expect(orders(page)).toHaveCount(ordersInEveryState.length);
  await expect(page.getByRole('region', { name: paymentMessages.title(SHORT) })).toBeVisible();
  // React has started its payment check, which hides one of the panel's two sentences.
  const withoutHint = (lines: string[]) => lines.map((line) => line.replace(/data-on=\w+/, ''));
  expect(withoutHint(await elementsOf(page))).toEqual(withoutHint(drawn));
  await page.unrouteAll({ behavior: 'ignoreErrors' });
});

test('Taps on Track Order and Retry payment before React loads run once each, after hydration', async ({
  page,
}) => {
  await openShopperSession(page);
  const unpaid = wireOrder(SHORT, { status: 'Payment Failed', date: Date.now() });
  const asked = await answer(page, 'order.userorders', { ...ok, orders: [unpaid] });
  const paid = await answer(page, 'order.pay', { ...ok, paymentMethod: 'razorpay', ...razorpayCheckout });
  await serveWindow(page);
  const react = await holdReact(page);
  await page.goto('/orders');
  for (const name of [orderMessages.track, paymentMessages.retryPayment]) {
    const button = orders(page).getByRole('button', { name });
    await button.click();
    await expect(button).toHaveAttribute('aria-busy', 'true');
    await button.click({ force: true });
  }
  expect([asked.length, paid.length, react.isHere()]).toEqual([1, 0, false]);
  react.release();
  await expect(paymentWindow(page)).toBeVisible();
  await expect.poll(() => asked.length).toBe(2);
  expect(paid).toEqual([{ orderId: unpaid._id }]);
});

test('An empty order list and a failed load show their message before React loads', async ({ page }) => {
  await openShopperSession(page);
  const react = await holdReact(page);
  await answer(page, 'order.userorders', { ...ok, orders: [] });
  await page.goto('/orders');
  await expect(page.getByText(orderMessages.none)).toBeVisible();
  let isUp = false;
  await answer(page, 'order.userorders', () =>
    isUp ? { ...ok, orders: [wireOrder(ORDER.slice(-6))] } : 'nothing',
  );
  await page.goto('/orders');
  await expect(page.getByRole('alert').filter({ hasText: orderMessages.loadFailed })).toBeVisible();
  isUp = true;
  await page.getByRole('main').getByRole('button', { name: 'Try again' }).click();
  expect(react.isHere()).toBe(false);
  react.release();
  await expect(orders(page)).toHaveCount(1);
  await expect(page.getByText(orderMessages.loadFailed)).toHaveCount(0);
});
