import { type APIRequestContext, expect, type Page } from 'playwright/test';
import { paymentMessages } from '../../../src/contract/messages/payment.ts';
import { call, newShopper, placeOrder, productNamed, putInCart } from './api.ts';
import { rememberAddress } from './online-payment.ts';
import { signIn } from './shopper.ts';

/** The product in the orders of the desk's tests. */
export const HOODIE = productNamed('warp-line-hoodie');

/** The size in cash orders of the desk's tests, which leave the other sizes to shoppers. */
export const DESK_SIZE = 'XXL';

/** A cash order of one piece. */
export async function cashOrder(request: APIRequestContext, productId = HOODIE.id): Promise<string> {
  return placeOrder(request, await newShopper(request), { productId, size: DESK_SIZE, quantity: 1 });
}

/** An order of two pieces that is paid in Razorpay's window. */
export async function paidOrder(page: Page, request: APIRequestContext): Promise<string> {
  const shopper = await newShopper(request);
  await putInCart(request, shopper, { productId: HOODIE.id, size: 'L', quantity: 2 });
  await signIn(page, shopper);
  await rememberAddress(page, shopper);
  await page.goto('/place-order');
  await page.getByRole('radio', { name: paymentMessages.razorpay.name }).check();
  await page.getByRole('button', { name: 'PLACE ORDER' }).click();
  const window = page.frameLocator('iframe[title="Razorpay payment window"]');
  await expect(window.getByLabel('Card number')).toBeHidden();
  await window.getByRole('button', { name: /^Pay ₹/ }).click();
  await expect(page).toHaveURL('/orders');
  const { orders } = await call(request, 'order.userorders', undefined, shopper.token);
  return orders[0]?._id ?? '';
}
