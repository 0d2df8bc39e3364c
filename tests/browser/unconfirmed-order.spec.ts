import { expect, type Page, type Route } from 'playwright/test';
import { networkMessages } from '../../src/contract/messages/page.ts';
import { orderMessages } from '../../src/contract/messages/orders.ts';
import { call, withRetries } from './support/api.ts';
import { rememberAddress } from './support/online-payment.ts';
import { openShopperSession, fromOwnAddresses, toast } from './support/shopper.ts';
import { test } from './support/test.ts';

/** A cash order loses its first response. The shopper then corrects the address and taps again. */
fromOwnAddresses();

const NEW_STREET = '7 Lake Road';

for (const [what, lose, said, street] of [
  [
    'that was placed is not placed twice',
    async (route: Route) => {
      await route.fetch(withRetries);
      await route.abort();
    },
    orderMessages.alreadyPlaced,
    '12 MG Road',
  ],
  [
    'that never arrived is placed with the corrected address',
    (route: Route) => route.abort(),
    orderMessages.placed,
    NEW_STREET,
  ],
] as const) {
  test(`An order without a response ${what}`, async ({ page, request }) => {
    const token = await openCheckout(page);
    await page.route('**/api/order/place', lose, { times: 1 });
    const placeOrder = page.getByRole('button', { name: 'PLACE ORDER' });
    await placeOrder.tap();
    await expect(toast(page, networkMessages.failed)).toBeVisible();
    await page.getByLabel('House number and street').fill(NEW_STREET);
    await placeOrder.tap();

    await expect(page).toHaveURL('/orders');
    await expect(toast(page, said)).toBeVisible();
    await expect(page.getByRole('main').getByRole('article')).toHaveCount(1);
    const { orders } = await call(request, 'order.userorders', {}, token);
    expect(orders.map(({ address }) => address.street)).toEqual([street]);
    await page.goto('/place-order');
    await expect(page.getByText('Your cart is empty')).toBeVisible();
  });
}

async function openCheckout(page: Page): Promise<string> {
  const shopper = await openShopperSession(page, { productId: 'warp-line-hoodie', size: 'XL', quantity: 1 });
  await rememberAddress(page, shopper);
  await page.goto('/place-order');
  return shopper.token;
}
