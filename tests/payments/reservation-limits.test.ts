import { describe, expect, test, vi } from 'vitest';
import { cancelOrder } from '../../netlify/services/order-admin.ts';
import { runReconciliation } from '../../netlify/services/reconciliation.ts';
import { reservedPiecesKey, lapsedKey } from '../../netlify/storage/keys.ts';
import { personHash } from '../../netlify/storage/person-hash.ts';
import { networkSubject } from '../../netlify/storage/order-counts.ts';
import { reservationMessages } from '../../src/contract/messages/payment.ts';
import type { DeliveryAddress } from '../../src/domain/address.ts';
import { reservationLimits, unpaidOnline } from '../../src/domain/order-limits.ts';
import { MINUTE_MS } from '../../src/domain/time-units.ts';
import { sessionOf, verifyRazorpay, verifyReturn } from '../support/payments.ts';
import { connect } from '../support/redis.ts';
import { call, newShopper, orderBody, ownAddress, place } from '../support/shop-calls.ts';
import {
  begin,
  cheap,
  confirmed,
  forgetPaid,
  kept,
  MOST,
  refusal,
  sizeOf,
  useReservations,
} from '../support/reservations.ts';

/** An attacker reserves stock with online orders and never pays. */

const providers = useReservations();
const redis = connect();
const { order, held, lapsed } = unpaidOnline;
/** The counter of a phone number in orders from the tests' own network. */
const phoneHere = ({ phone }: Pick<DeliveryAddress, 'phone'>) =>
  personHash(`${personHash('192.0.2.1')} ${phone}`);
const counted = (by: string, subject: string) => redis.zcard(reservedPiecesKey(by, subject));

describe('reserved pieces', () => {
  test.each(['phone', 'address'] as const)('are limited for one %s', async (by) => {
    const [{ phone, street }, each] = [ownAddress(), held[by].unconfirmed.pieces];
    const more = async (own = {}) =>
      begin(await newShopper(undefined, own), {
        pieces: MOST,
        address: { ...ownAddress(), ...(by === 'phone' ? { phone } : { street: street.toUpperCase() }) },
      });
    for (let taken = 0; taken + MOST <= each; taken += MOST) expect((await more()).status).toBe(200);
    expect((await more()).body).toEqual(refusal(reservationMessages.unconfirmed[by]));
    expect((await more(confirmed)).status).toBe(200);
  });

  test('of the replaced order are released in the same step', async () => {
    const [shopper, address] = [await newShopper(), ownAddress()];
    const { session } = shopper;
    for (const first of [MOST, MOST - 1, MOST]) {
      expect((await begin(shopper, { pieces: first, address })).status).toBe(200);
      expect([await kept(), await counted('account', session.userId)]).toEqual([first, 1]);
    }
  });

  type End = (placed: Awaited<ReturnType<typeof begin>>['body'], token: string) => Promise<unknown>;
  test.each<[string, End]>([
    [
      'is paid, however often it is reported',
      async ({ order: { id } }, token) => {
        const receipt = providers.razorpay.pay(id, { webhook: 'held' });
        await Promise.all([verifyRazorpay(token, receipt), verifyRazorpay(token, receipt)]);
        await verifyRazorpay(token, receipt);
      },
    ],
    ['is cancelled by the owner', async ({ orderId }) => cancelOrder(orderId)],
    [
      'is not paid in time',
      async () => {
        vi.setSystemTime(Date.now() + (reservationLimits.minutes + 1) * MINUTE_MS);
        for (const _run of ['first', 'second']) await runReconciliation(60_000);
      },
    ],
  ])('are no longer counted when their order %s', async (_title, end) => {
    const [{ token, session }, address] = [await newShopper(), ownAddress()];
    const { body } = await begin({ token }, { pieces: MOST, address });
    const network = networkSubject(personHash('192.0.2.1'), 'unconfirmed');
    const counts = async () => [
      await counted('account', session.userId),
      await counted('phone', phoneHere(address)),
      await counted('network', network),
    ];
    expect(await counts()).toEqual([1, 1, 1]);
    await end(body, token);
    expect(await counts()).toEqual([0, 0, 0]);
    expect((await begin(await newShopper(), { pieces: MOST, address })).status).toBe(200);
    expect(await counts()).toEqual([0, 1, 1]);
  });

  test('are counted again when a failed payment is retried, within the limit', async () => {
    const { phone } = ownAddress();
    const own = () => ({ ...ownAddress(), phone });
    const first = await newShopper();
    const { body } = await begin(first, { pieces: MOST, address: own() });
    providers.razorpay.pay(body.order.id, { outcome: 'failed', webhook: 'held' });
    await verifyReturn(first.token, body.orderId);
    expect(await kept()).toBe(0);
    const second = await newShopper();
    const other = await begin(second, { pieces: MOST, address: own() });
    const again = () => call('order.pay', { token: first.token, body: { orderId: body.orderId } });
    const refused = await again();
    expect([refused.status, refused.body]).toEqual([409, refusal(reservationMessages.unconfirmed.phone)]);
    expect(await kept()).toBe(MOST);
    await cancelOrder(other.body.orderId);
    expect((await again()).status).toBe(200);
    expect([await kept(), await counted('phone', phoneHere({ phone }))]).toEqual([MOST, 1]);
  });
});

describe('unpaid orders whose stock was reserved', () => {
  const byMany =
    (same: Partial<DeliveryAddress>) =>
    async (more = {}) =>
      begin(await newShopper(undefined, more), { address: { ...ownAddress(), ...same } });
  const own = {
    account: async () => {
      const shopper = await newShopper();
      return () => begin(shopper);
    },
    phone: async () => byMany({ phone: ownAddress().phone }),
    address: async () => byMany({ street: ownAddress().street }),
  };

  test.each(['account', 'phone', 'address'] as const)('are limited per day for one %s', async (by) => {
    const more = await own[by]();
    for (let tries = 0; tries < lapsed[by].unconfirmed; tries += 1) {
      const { status, body } = await more();
      expect(status).toBe(200);
      await cancelOrder(body.orderId);
      await cancelOrder(body.orderId).catch(() => {});
    }
    expect((await more()).body).toEqual(refusal(reservationMessages.unconfirmed[`lapsed-${by}`]));
    if (by !== 'account') expect((await more(confirmed)).status).toBe(200);
    const onDelivery = { ...orderBody([cheap[0], sizeOf(cheap[0]), 1]), address: ownAddress() };
    expect((await place((await newShopper()).token, onDelivery)).status).toBe(200);
    vi.setSystemTime(Date.now() + unpaidOnline.hours * 60 * MINUTE_MS);
    expect((await more()).status).toBe(200);
  });

  test('exclude orders that are paid later, and orders for which the provider gave no payment method', async () => {
    const { token, session } = await newShopper();
    const paid = async () => redis.zcard(lapsedKey('account', session.userId));
    const first = await begin({ token }, { by: 'order.stripe' });
    const { session_url: url = '' } = first.body as { session_url?: string };
    vi.setSystemTime(Date.now() + (reservationLimits.minutes + 1) * MINUTE_MS);
    await runReconciliation(60_000);
    expect(await paid()).toBe(1);
    const again = await call('order.pay', { token, body: { orderId: first.body.orderId } });
    const { session_url: anew = url } = again.body as { session_url?: string };
    providers.stripe.pay(sessionOf(anew));
    await verifyReturn(token, first.body.orderId);
    expect(await paid()).toBe(0);
    providers.fault('razorpay', 'error');
    await forgetPaid(session.userId);
    expect((await begin({ token })).status).toBe(503);
    expect([await paid(), await counted('account', session.userId)]).toEqual([0, 0]);
  });
});

describe('orders by an attacker with the phone number and address of a victim', () => {
  /** Reserves and abandons as many orders as the limits allow, all to the victim's address. */
  const attack = async (address: DeliveryAddress, ip: string, own = {}) => {
    for (let at = 0; at < 6; at += 1) {
      const attacker = await newShopper(undefined, own);
      const pieces = 'emailConfirmedAt' in own ? order.confirmed.pieces : MOST;
      for (let tries = 0; tries < 6; tries += 1) {
        const { status, body } = await begin(attacker, { pieces, address, ip });
        if (status === 200 && tries < 5) await cancelOrder(body.orderId);
      }
    }
  };

  test('from another network do not limit the victim', async () => {
    const address = ownAddress();
    await attack(address, '198.51.100.7');
    await attack(address, '198.51.100.7', confirmed);
    expect((await begin(await newShopper(), { address })).status).toBe(200);
  });

  test('behind the same address do not limit a victim who confirms the email', async () => {
    const address = ownAddress();
    await attack(address, '192.0.2.1', confirmed);
    expect((await begin(await newShopper(), { address })).status).toBe(409);
    expect((await begin(await newShopper(undefined, confirmed), { address })).status).toBe(200);
  });

  test('count again for the network from which a retry comes', async () => {
    const [{ token }, address] = [await newShopper(), ownAddress()];
    const { body } = await begin({ token }, { address });
    providers.razorpay.pay(body.order.id, { outcome: 'failed', webhook: 'held' });
    await verifyReturn(token, body.orderId);
    const lapsedOf = async (ip: string) =>
      redis.zcard(lapsedKey('phone', personHash(`${personHash(ip)} ${address.phone}`)));
    expect(await lapsedOf('192.0.2.1')).toBe(1);
    await begin({ token }, { address, ip: '192.0.2.2' });
    expect(await lapsedOf('192.0.2.1')).toBe(0);
  });
});
