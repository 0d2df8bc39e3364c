/** A shop that has one document of every lasting kind, created by the shop's own functions. */
import process from 'node:process';
import { expect, vi } from 'vitest';
import { cancelOrder, deliverOrder, processOrder, shipOrder } from '../../netlify/services/order-admin.ts';
import { refundOrder } from '../../netlify/services/refund-admin.ts';
import { readToken } from '../../netlify/identity/tokens.ts';
import { removeAccount } from '../../netlify/storage/account-deletion.ts';
import { readUser } from '../../netlify/storage/accounts.ts';
import type { Simulators } from '../../local/simulators/controls.ts';
import { ONE_SIZE } from '../../src/domain/product.ts';
import { tokenMailed } from './accounts.ts';
import { expectSubscribedToEverything, fillProfile, subscribeToEverything } from './account-content.ts';
import { discountedBody } from './codes.ts';
import { owner, signUp, useStaff } from './desk.ts';
import { orderOf, payByRazorpay, payByStripe, sessionOf, verifyRazorpay, verifyReturn } from './payments.ts';
import type { useGoogle } from './google-issuer.ts';
import type { useMailServer } from './mail-server.ts';
import {
  address,
  call,
  cap,
  hoodie,
  newKey,
  newShopper,
  orderBody,
  savedAddress,
  shirt,
  workDone,
} from './shop-calls.ts';

const password = 'warp and weft';

/** Orders by what they show. */
export type PopulatedShop = Record<
  | 'placed'
  | 'withCode'
  | 'processing'
  | 'shipped'
  | 'delivered'
  | 'cancelled'
  | 'razorpay'
  | 'stripe'
  | 'partlyRefunded'
  | 'refunded'
  | 'pending'
  | 'failed'
  | 'nobodys',
  string
> & { asha: string; leaver: string };

export async function populateShop(
  providers: Simulators,
  mailServer: ReturnType<typeof useMailServer>,
  issuer: ReturnType<typeof useGoogle>,
): Promise<PopulatedShop> {
  const asha = await call('user.register', {
    body: { name: 'Asha', email: 'asha@example.com', password },
  });
  const { token } = asha.body;
  await fillProfile({ token, email: 'asha@example.com' });
  await done(call('address.add', { token, body: { ...savedAddress, label: 'घर "2"', isDefault: true } }));
  await done(call('wishlist.toggle', { token, body: { itemId: cap.id } }));
  const credential = await issuer.credentialOf({ email: 'meera@example.com', name: 'मीरा' });
  await done(call('user.google', { body: { token: credential } }));
  await workDone();
  await done(call('user.confirm-email', { token, body: { token: linkTo('confirm-email', mailServer) } }));
  const code = await fillLists(mailServer);
  await done(call('user.forgot', { body: { email: 'asha@example.com' } }));
  const orders = { ...(await ordersOnDelivery(token, code)), ...(await ordersOnline(providers)) };
  await workDone();
  await fillDesk(orders.placed);
  return { ...orders, ...(await left()), asha: readToken(token)?.userId ?? '' };
}

/** Throws if an answer failed, so that no missing part goes unnoticed. */
async function done(answer: ReturnType<typeof call>): Promise<void> {
  const { status, body } = await answer;
  expect(status, body.message).toBe(200);
}

const linkTo = (page: string, mailServer: ReturnType<typeof useMailServer>) =>
  tokenMailed(mailServer, 'asha@example.com', page);

/** @returns the code of a confirmed subscription */
async function fillLists(mailServer: ReturnType<typeof useMailServer>): Promise<string> {
  await done(call('newsletter.subscribe', { body: { email: 'asha@example.com' } }));
  await workDone();
  const { body } = await call('newsletter.confirm', {
    body: { token: linkTo('newsletter/confirm', mailServer) },
  });
  // Subscribes to the newsletter too, without confirming.
  await subscribeToEverything('kiran@example.com');
  await expectSubscribedToEverything('kiran@example.com');
  return body.code?.code ?? '';
}

async function place(token: string, body: unknown): Promise<string> {
  const answer = await call('order.place', { token, key: newKey(), body });
  expect(answer.body.message).toEqual(expect.any(String));
  expect(answer.status, answer.body.message).toBe(200);
  return answer.body.orderId;
}

/** Unique addresses and phone numbers, because each address may place only a few cash orders. */
const doorOf = (number: number) => ({
  ...address,
  street: `${100 + number} MG Road`,
  phone: `91987654${1000 + number}`,
});

async function ordersOnDelivery(token: string, code: string) {
  const withCode = await place(token, discountedBody(code, 20, [shirt, 'M', 1]));
  const others: string[] = [];
  for (let quantity = 1; quantity <= 5; quantity += 1) {
    const shopper = await newShopper();
    const lines = orderBody([hoodie, 'M', 1], [cap, ONE_SIZE, quantity % 2 || 1]);
    others.push(await place(shopper.token, { ...lines, address: doorOf(quantity) }));
  }
  const [placed = '', processing = '', shipped = '', delivered = '', cancelled = ''] = others;
  const parcel = { courier: 'Delhivery', trackingNumber: '1490816273645' };
  for (const id of [processing, shipped, delivered]) await processOrder(id);
  for (const id of [shipped, delivered]) await shipOrder(id, parcel);
  await deliverOrder(delivered);
  await cancelOrder(cancelled);
  return { placed, withCode, processing, shipped, delivered, cancelled };
}

async function ordersOnline(providers: Simulators) {
  const byRazorpay = async (outcome: 'captured' | 'failed' | 'none') => {
    const { token } = await newShopper();
    const { body } = await payByRazorpay(token, [[hoodie, 'M', 1]]);
    if (outcome === 'none') return body.orderId;
    const receipt = providers.razorpay.pay(body.order.id, {
      outcome,
      webhook: outcome === 'failed' ? 'once' : 'never',
    });
    if (outcome === 'captured') await verifyRazorpay(token, receipt);
    await workDone();
    return body.orderId;
  };
  const { token } = await newShopper();
  const { body } = await payByStripe(token, [[shirt, 'M', 2]]);
  providers.stripe.pay(sessionOf(body.session_url), { webhook: 'never' });
  await verifyReturn(token, body.orderId);
  const [razorpay, partlyRefunded, refunded] = [
    await byRazorpay('captured'),
    await byRazorpay('captured'),
    await byRazorpay('captured'),
  ];
  await refundOrder(partlyRefunded, 100_00);
  await cancelOrder(refunded);
  const failed = await byRazorpay('failed');
  const pending = await byRazorpay('none');
  return { razorpay, partlyRefunded, refunded, failed, pending, stripe: body.orderId };
}

/** A passkey, a note, and entries of the log. */
async function fillDesk(id: string): Promise<void> {
  const { SITE_URL } = process.env;
  useStaff();
  const { browser } = await signUp(owner);
  await browser.call('orders.note', { id, text: 'Call before noon' });
  const rows = [{ productId: cap.id, size: ONE_SIZE, seen: 0, pieces: 9 }];
  const { body } = await browser.call('stock.change', { rows, isShelf: false, reason: 'New delivery' });
  const [now] = body.now as { pieces: number }[];
  const counted = rows.map((row) => ({ ...row, seen: now?.pieces ?? 0 }));
  await browser.call('stock.change', { rows: counted, isShelf: false, reason: 'New delivery' });
  expect((await browser.call('log.read')).body.entries.map(({ action }) => action)).toContain('stock.change');
  vi.stubEnv('SITE_URL', SITE_URL);
}

/** A shopper who has just deleted their account: none of the follow-up work is done. */
async function left() {
  const { token, session } = await newShopper('leaver@example.com');
  const nobodys = await place(token, { ...orderBody([cap, ONE_SIZE, 1]), address: doorOf(9) });
  await workDone();
  const found = await readUser(session.userId);
  if (found) await removeAccount(found, null, Date.now());
  expect((await orderOf(nobodys)).userId).toBe(session.userId);
  return { nobodys, leaver: session.userId };
}
