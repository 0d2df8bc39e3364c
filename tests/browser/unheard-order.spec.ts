import { expect, type Page, type Route, test } from 'playwright/test';
import { networkMessages } from '../../src/contract/messages/page.ts';
import { orderMessages } from '../../src/contract/messages/orders.ts';
import { call, patient } from './support/api.ts';
import { rememberAddress } from './support/online-payment.ts';
import { comeIn, fromOwnAddresses, toast } from './support/shopper.ts';

/** An order on delivery whose first answer does not come, from a shopper who then mends the address and taps again. */
fromOwnAddresses();

const NEW_STREET = '7 Lake Road';

for (const [what, lose, said, street] of [
  [
    'and went through is not placed beside itself',
    async (route: Route) => {
      await route.fetch(patient);
      await route.abort();
    },
    orderMessages.stoodAlready,
    '12 MG Road',
  ],
  [
    'and never arrived is placed as it is wanted by then',
    (route: Route) => route.abort(),
    orderMessages.placed,
    NEW_STREET,
  ],
] as const) {
  test(`An order of which nothing was heard ${what}`, async ({ page, request }) => {
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
  const shopper = await comeIn(page, { productId: 'warp-line-hoodie', size: 'XL', quantity: 1 });
  await rememberAddress(page, shopper);
  await page.goto('/place-order');
  return shopper.token;
}
