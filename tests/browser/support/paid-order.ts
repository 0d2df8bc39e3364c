import type { APIRequestContext } from 'playwright/test';
import { newShopper, payOrder, placeOrder, productNamed } from './api.ts';

/** The product in the orders of the desk's tests. */
export const HOODIE = productNamed('warp-line-hoodie');

/** The size in cash orders of the desk's tests, which leave the other sizes to shoppers. */
export const DESK_SIZE = 'XXL';

/** A cash order of one piece. */
export async function cashOrder(request: APIRequestContext, productId = HOODIE.id): Promise<string> {
  return placeOrder(request, await newShopper(request), { productId, size: DESK_SIZE, quantity: 1 });
}

/** An order of two pieces that is paid with Razorpay. */
export async function paidOrder(request: APIRequestContext): Promise<string> {
  return payOrder(request, await newShopper(request), { productId: HOODIE.id, size: 'L', quantity: 2 });
}
