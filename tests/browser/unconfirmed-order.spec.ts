import { expect, type Route } from 'playwright/test';
import { networkMessages } from '../../src/contract/messages/page.ts';
import { orderMessages } from '../../src/contract/messages/orders.ts';
import { call, withRetries } from './support/api.ts';
import { rememberAddress } from './support/online-payment.ts';
import { openShopperSession, fromOwnAddresses, toast } from './support/shopper.ts';
import { test } from './support/test.ts';

/** A cash order loses its first response. The shopper then corrects the address and taps again. */
fromOwnAddresses();

test('An order without a response that was placed is not placed twice', async ({ page, request }) => {
  const shopper = await openShopperSession(page, { productId: 'warp-line-hoodie', size: 'XL', quantity: 1 });
  await rememberAddress(page, shopper);
  await page.goto('/place-order');
  const loseResponse = async (route: Route) => {
    await route.fetch(withRetries);
    await route.abort();
  };
  await page.route('**/api/order/place', loseResponse, { times: 1 });
  const placeOrder = page.getByRole('button', { name: 'PLACE ORDER' });
  await placeOrder.tap();
  await expect(toast(page, networkMessages.failed)).toBeVisible();
  await page.getByLabel('House number and street').fill('7 Lake Road');
  await placeOrder.tap();

  await expect(page).toHaveURL('/orders');
  await expect(toast(page, orderMessages.alreadyPlaced)).toBeVisible();
  await expect(page.getByRole('main').getByRole('article')).toHaveCount(1);
  const { orders } = await call(request, 'order.userorders', {}, shopper.token);
  expect(orders.map(({ address }) => address.street)).toEqual(['12 MG Road']);
  await page.goto('/place-order');
  await expect(page.getByText('Your cart is empty')).toBeVisible();
});
