/** Orders that the shop's own calls place, and what their providers report later. */
import { beforeEach, expect, vi } from 'vitest';
import { deliverOrder, processOrder, shipOrder } from '../../netlify/services/order-admin.ts';
import { runReconciliation } from '../../netlify/services/reconciliation.ts';
import type { RazorpaySuccess, Simulators } from '../../local/simulators/controls.ts';
import {
  expectSumsHold,
  payByRazorpay,
  payByStripe,
  sessionOf,
  useProviders,
  verifyRazorpay,
  verifyReturn,
} from './payments.ts';
import { flush } from './redis.ts';
import { call, hoodie, newKey, newShopper, orderBody, ownAddress, setStock, workDone } from './shop-calls.ts';

type Lines = Parameters<typeof payByRazorpay>[1];

interface Placed {
  orderId: string;
  token: string;
}

const two: Lines = [[hoodie, 'M', 2]];

/** An order on delivery, to an address of its own. */
export async function placeCashOrder(lines = two, isConfirmed = false): Promise<Placed> {
  const { token } = await newShopper(undefined, isConfirmed ? { emailConfirmedAt: 1 } : {});
  const body = { ...orderBody(...lines), address: ownAddress() };
  const answer = await call('order.place', { token, key: newKey(), body });
  expect(answer.status).toBe(200);
  await workDone();
  return { orderId: answer.body.orderId, token };
}

/** Paid in Razorpay's window by a shopper who came back; no webhook is sent. */
export async function payOrderByRazorpay(
  providers: Simulators,
  lines = two,
): Promise<Placed & { amountPaise: number }> {
  const { token } = await newShopper();
  const { body } = await payByRazorpay(token, lines);
  const receipt = providers.razorpay.pay(body.order.id, { webhook: 'never' });
  expect((await verifyRazorpay(token, receipt)).status).toBe(200);
  await workDone();
  return { orderId: body.orderId, token, amountPaise: body.order.amount };
}

/** Paid on Stripe's page by a shopper who came back; no webhook is sent. */
export async function payOrderByStripe(providers: Simulators, lines = two): Promise<Placed> {
  const { token } = await newShopper();
  const { body } = await payByStripe(token, lines);
  providers.stripe.pay(sessionOf(body.session_url), { webhook: 'never' });
  await verifyReturn(token, body.orderId);
  await workDone();
  return { orderId: body.orderId, token };
}

const fillCart = (token: string, quantity: number) =>
  call('cart.update', { token, body: { itemId: hoodie.id, size: 'M', quantity } });

/** Hoodies in M, ordered to be paid in Razorpay's window. */
export async function beginAtRazorpay(quantity = 1, own: Parameters<typeof newShopper>[1] = {}) {
  const shopper = await newShopper(undefined, own);
  await fillCart(shopper.token, quantity);
  const { status, body } = await payByRazorpay(shopper.token, [[hoodie, 'M', quantity]]);
  expect(status).toBe(200);
  return { ...shopper, ...body };
}

/** Hoodies in M, ordered to be paid on Stripe's page. */
export async function beginAtStripe(quantity = 1) {
  const shopper = await newShopper();
  await fillCart(shopper.token, quantity);
  const { status, body } = await payByStripe(shopper.token, [[hoodie, 'M', quantity]]);
  expect(status).toBe(200);
  return { ...shopper, ...body, sessionId: sessionOf(body.session_url) };
}

/** Pays in Razorpay's window; its webhook is held back. */
export const payInWindow = (
  { razorpay }: Simulators,
  id: string,
  options: Parameters<Simulators['razorpay']['pay']>[1] = {},
) => razorpay.pay(id, { webhook: 'held', ...options }) as RazorpaySuccess;

export const parcel = { courier: 'Delhivery', trackingNumber: '1490816273645' };

export async function packAndShip(orderId: string, courier = parcel.courier): Promise<void> {
  await processOrder(orderId);
  await shipOrder(orderId, { ...parcel, courier });
}

export async function packShipAndDeliver(orderId: string): Promise<void> {
  await packAndShip(orderId);
  await deliverOrder(orderId);
}

/** Sends every webhook that waits. @returns the statuses of the shop's answers */
export async function deliverAll(providers: Simulators): Promise<number[]> {
  const statuses: number[] = [];
  for (const { id } of providers.webhooks.held())
    statuses.push((await providers.webhooks.deliver(id)).status);
  await workDone();
  return statuses;
}

/** Before each test: simulators and an empty database in which the hoodie has so many pieces in M. */
export function useOnlineShop(pieces: number) {
  const providers = useProviders();
  beforeEach(async () => {
    await flush();
    await setStock(hoodie.id, 'M', pieces);
  });
  return {
    providers,
    sums: () => expectSumsHold([[hoodie, 'M', pieces]], providers),
    /** Sends the first webhook that waits. */
    deliverFirst: async (options?: Parameters<Simulators['webhooks']['deliver']>[1]) =>
      providers.webhooks.deliver(providers.webhooks.held()[0]?.id ?? '', options),
    /** Sends every webhook that waits; the shop takes each. */
    deliverAll: async () => {
      expect((await deliverAll(providers)).filter((status) => status !== 200)).toEqual([]);
    },
  };
}

export const cartOf = async (token: string) => (await call('cart.get', { token })).body.cartData;

/** Runs the work after this delay (ms), by this process's clock. */
export async function later(ms: number, work: () => Promise<unknown>): Promise<void> {
  vi.setSystemTime(Date.now() + ms);
  try {
    await work();
  } finally {
    vi.useRealTimers();
  }
}

/** The reconciliation job so many minutes later. */
export const reconcileIn = (minutes: number) => later(minutes * 60_000, () => runReconciliation(60_000));
