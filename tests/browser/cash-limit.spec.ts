import { expect } from 'playwright/test';
import { cashMessages, reservationMessages, paymentMessages } from '../../src/contract/messages/payment.ts';
import { unpaidOnline } from '../../src/domain/order-limits.ts';
import { cartOf, putInCart } from './support/api.ts';
import { rememberAddress } from './support/online-payment.ts';
import { openShopperSession, fromOwnAddresses, toast } from './support/shopper.ts';
import { test } from './support/test.ts';

fromOwnAddresses();

test('A cash and an online order above the limit get a message with the limit and the next step; cart and address stay, also after a refusal without the shop’s own code', async ({
  page,
  request,
}) => {
  const cap = { productId: 'taana-cap', size: 'default', quantity: unpaidOnline.order.unconfirmed.pieces };
  const hoodie = { productId: 'warp-line-hoodie', size: 'L', quantity: 1 };
  const shopper = await openShopperSession(page, cap, hoodie);
  await rememberAddress(page, shopper);
  await page.goto('/place-order');
  const main = page.getByRole('main');
  const placeOrder = page.getByRole('button', { name: 'PLACE ORDER' });
  for (const [method, refusal] of [
    [paymentMessages.cod.name, cashMessages.unconfirmed.order],
    [paymentMessages.razorpay.name, reservationMessages.unconfirmed.order],
  ] as const) {
    await page.getByRole('radio', { name: method }).check();
    await placeOrder.tap();
    await expect(main.getByText(refusal)).toBeVisible();
    await expect(page).toHaveURL('/place-order');
    const kept = { 'taana-cap': { default: cap.quantity }, 'warp-line-hoodie': { L: 1 } };
    expect(await cartOf(request, shopper)).toEqual(kept);
  }

  await putInCart(request, shopper, { ...cap, quantity: 1 });
  await putInCart(request, shopper, { ...hoodie, quantity: 0 });
  await page.reload();
  // The page first shows, and would order, the pieces that this device has stored.
  const lines = page.getByRole('region', { name: 'Your order' }).getByRole('listitem');
  await expect(lines).toHaveText([/Quantity: 1(?!\d)/]);
  await page.getByRole('radio', { name: paymentMessages.cod.name }).check();

  const street = page.getByLabel('House number and street');
  await street.fill('7 Lake Road');
  const message = 'Our courier does not reach this street today.';
  await page.route('**/api/order/place', (route) => route.fulfill({ json: { success: false, message } }), {
    times: 1,
  });
  await placeOrder.tap();
  await expect(toast(page, message)).toBeVisible();
  await expect(page).toHaveURL('/place-order');
  await expect(street).toHaveValue('7 Lake Road');
  await expect(lines).toHaveCount(1);

  await placeOrder.tap();
  await expect(page).toHaveURL('/orders');
});
