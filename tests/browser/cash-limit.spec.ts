import { expect } from 'playwright/test';
import { cashMessages, reservationMessages, paymentMessages } from '../../src/contract/messages/payment.ts';
import { cashOnDelivery, unpaidOnline } from '../../src/domain/order-limits.ts';
import { cartOf, putInCart } from './support/api.ts';
import { rememberAddress } from './support/online-payment.ts';
import { openShopperSession, fromOwnAddresses } from './support/shopper.ts';
import { test } from './support/test.ts';

fromOwnAddresses();

test('A cash order above the limit gets a message with the limit and the next step, and the cart stays', async ({
  page,
  request,
}) => {
  const quantity = cashOnDelivery.order.unconfirmed.pieces + 1;
  const shopper = await openShopperSession(page, { productId: 'taana-cap', size: 'default', quantity });
  await rememberAddress(page, shopper);
  await page.goto('/place-order');
  await page.getByRole('button', { name: 'PLACE ORDER' }).tap();
  await expect(page.getByRole('main').getByText(cashMessages.unconfirmed.order)).toBeVisible();
  await expect(page).toHaveURL('/place-order');
  expect(await cartOf(request, shopper)).toEqual({ 'taana-cap': { default: quantity } });
  await putInCart(request, shopper, { productId: 'taana-cap', size: 'default', quantity: 1 });
  await page.reload();
  // The page first shows, and would order, the six pieces that this device has stored.
  await expect(page.getByRole('main').getByText('Quantity: 1')).toBeVisible();
  await page.getByRole('button', { name: 'PLACE ORDER' }).tap();
  await expect(page).toHaveURL('/orders');
});

test('An online order above the limit gets a message with the limit and the next step, and the cart stays', async ({
  page,
  request,
}) => {
  const most = unpaidOnline.order.unconfirmed.pieces;
  const shopper = await openShopperSession(
    page,
    { productId: 'taana-cap', size: 'default', quantity: most },
    { productId: 'warp-line-hoodie', size: 'L', quantity: 1 },
  );
  await rememberAddress(page, shopper);
  await page.goto('/place-order');
  await page.getByRole('radio', { name: paymentMessages.razorpay.name }).check();
  await page.getByRole('button', { name: 'PLACE ORDER' }).tap();
  await expect(page.getByRole('main').getByText(reservationMessages.unconfirmed.order)).toBeVisible();
  await expect(page).toHaveURL('/place-order');
  const kept = { 'taana-cap': { default: most }, 'warp-line-hoodie': { L: 1 } };
  expect(await cartOf(request, shopper)).toEqual(kept);
});
