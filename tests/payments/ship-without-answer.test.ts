import { describe, expect, test } from 'vitest';
import * as desk from '../../netlify/services/desk/orders.ts';
import { deliverOrder, processOrder, shipOrder } from '../../netlify/services/order-admin.ts';
import type { Provider } from '../../local/simulators/ledger.ts';
import { deskOrderMessages } from '../../src/contract/messages/desk-orders.ts';
import { shopCommand as shop } from '../support/command.ts';
import { owner, pack, packer, refusedAs, seenOf } from '../support/desk-orders.ts';
import { parcel, placeCashOrder } from '../support/placed-orders.ts';
import { orderOf } from '../support/payments.ts';
import { refusal, useRefunds } from '../support/refunds.ts';

/** Goods that were paid online leave only once the provider has said that their money is still there. */
const { providers, at } = useRefunds();

describe.each<Provider>(['razorpay', 'stripe'])('at %s', (name) => {
  const { dashboard, paidOrder } = at(name);

  test('a refunded order does not leave while the provider is silent', async () => {
    const { orderId, paymentId } = await paidOrder();
    dashboard().refundThere(paymentId, { webhook: 'never' });
    providers.fault(name, 'error');
    await processOrder(orderId);
    expect(await refusal(shipOrder(orderId, parcel))).toContain('does not answer');
    expect((await orderOf(orderId)).status).toBe('Processing');
    providers.fault(name, 'none');
    expect(await refusal(shipOrder(orderId, parcel))).toContain('Cancelled');
  });

  test('the desk says so, and only an owner ships anyway, which the log keeps', async () => {
    const { orderId } = await paidOrder();
    await pack(orderId);
    providers.fault(name, 'error');
    const { code, message } = await refusedAs(desk.ship(packer, { ...(await seenOf(orderId)), ...parcel }));
    expect(code).toBe('provider');
    expect(message).toContain('Try again');
    const body = { ...(await seenOf(orderId)), ...parcel, anyway: true } as const;
    expect((await refusedAs(desk.ship(packer, body))).code).toBe('forbidden');
    const { order, log } = await desk.ship(owner, body);
    expect(order.status).toBe('Shipped');
    expect(log[0]).toMatchObject({ action: 'orders.ship', reason: deskOrderMessages.shippedAnyway });
  });

  test('a provider that answers late ships by a second try', async () => {
    const { orderId } = await paidOrder();
    await processOrder(orderId);
    providers.fault(name, 'error', { times: 1 });
    await refusal(shipOrder(orderId, parcel));
    expect((await shipOrder(orderId, parcel)).after.status).toBe('Shipped');
    // What has left already needs no answer.
    providers.fault(name, 'error');
    expect((await deliverOrder(orderId)).after.status).toBe('Delivered');
  });
});

test('a cash order waits for no provider', async () => {
  const { orderId } = await placeCashOrder();
  for (const name of ['razorpay', 'stripe'] as const) providers.fault(name, 'error');
  await processOrder(orderId);
  expect((await shipOrder(orderId, parcel)).after.status).toBe('Shipped');
});

test('the command line says so, and ships with --anyway', async () => {
  const { orderId } = await at('razorpay').paidOrder();
  await processOrder(orderId);
  providers.fault('razorpay', 'error');
  const ship = ['orders', 'ship', orderId, '--courier', 'Delhivery', '--tracking', '1490'];
  const refused = await shop(ship);
  expect(refused.code).toBe(1);
  expect(JSON.stringify(refused)).toContain('--anyway');
  expect((await shop([...ship, '--anyway'])).code).toBe(0);
  expect((await orderOf(orderId)).status).toBe('Shipped');
});
