import { beforeEach, expect, test } from 'vitest';
import type { DeskRouteName } from '../../src/contract/desk.ts';
import { orderDeskRoutes } from '../../src/contract/desk-orders.ts';
import { placeCashOrder } from '../support/placed-orders.ts';
import { newBrowser, owner, packer, signUp, useStaff } from '../support/desk.ts';
import { orderOf, SHOP_ADDRESS } from '../support/payments.ts';
import { useMailServer } from '../support/mail-server.ts';
import { flush } from '../support/redis.ts';
import { hoodie, setStock } from '../support/shop-calls.ts';

useMailServer(SHOP_ADDRESS);

beforeEach(async () => {
  await flush();
  useStaff();
  await setStock(hoodie.id, 'M', 9);
});

async function cashOrder() {
  const { orderId: id, token } = await placeCashOrder([[hoodie, 'M', 1]]);
  return { id, token };
}

const names = Object.keys(orderDeskRoutes) as (keyof typeof orderDeskRoutes)[];
/** A body that every call about an order accepts. */
const anyBody = (id: string, seen: string) => ({
  ...{ id, seen, ids: [id], text: 'x', courier: 'x', trackingNumber: '1', amount: 'all', note: 'x' },
});

test('calls that move money ask for the passkey again and are for the owner only', () => {
  const money = ['cancel', 'refund', 'refundAgain', 'refundByHand', 'release'] as const;
  for (const verb of money) {
    expect(orderDeskRoutes[`orders.${verb}`]).toMatchObject({ roles: ['owner'], passkeyAgain: true });
  }
});

test('a packer packs and ships, and is refused each thing of the owner', async () => {
  const { id } = await cashOrder();
  const { browser } = await signUp(packer);
  const { body } = await browser.call('orders.read', { id });
  const seen = body.order.version;
  for (const name of names.filter(
    (each) => !(orderDeskRoutes[each].roles as readonly string[]).includes('packer'),
  )) {
    const refused = await browser.call(name as DeskRouteName, anyBody(id, seen) as never);
    expect([name, refused.status, refused.body.code]).toEqual([name, 403, 'forbidden']);
  }
  expect((await orderOf(id)).status).toBe('Order Placed');
  const packed = await browser.call('orders.pack', { id, seen });
  expect(packed).toMatchObject({ status: 200, body: { order: { status: 'Processing', money: null } } });
});

test('visitors and shoppers can neither read nor change an order', async () => {
  const { id, token } = await cashOrder();
  for (const name of names) {
    for (const headers of [{}, { authorization: `Bearer ${token}` }] as Record<string, string>[]) {
      const { status } = await newBrowser().call(name as DeskRouteName, anyBody(id, 'x') as never, headers);
      expect([name, status]).toEqual([name, 401]);
    }
  }
});

test('the second change is refused and returns the present order', async () => {
  const { id } = await cashOrder();
  const [one, two] = [await signUp(owner), await signUp(packer)];
  const { body } = await one.browser.call('orders.read', { id });
  const seen = body.order.version;
  await one.browser.call('orders.pack', { id, seen });
  const late = await two.browser.call('orders.pack', { id, seen });
  expect(late).toMatchObject({
    status: 409,
    body: { code: 'changed', now: { order: { status: 'Processing', money: null } } },
  });
});

test.each([
  ['orders.read', { id: 'x' }],
  ['orders.list', { tab: 'nothing' }],
  ['orders.list', { from: 'yesterday' }],
  ['orders.list', { after: { placedAt: -1, id: 'x' } }],
  ['packing.read', { ids: [] }],
  ['packing.read', { ids: Array.from({ length: 61 }, () => 'A'.repeat(20)) }],
  ['orders.refund', { id: 'A'.repeat(20), seen: 'x', amount: -5 }],
  ['orders.refund', { id: 'A'.repeat(20), seen: 'x', amount: [{ line: 0, quantity: 0 }] }],
  ['orders.note', { id: 'A'.repeat(20), text: ' ' }],
] as const)('%s refuses %j', async (name, body) => {
  const { browser } = await signUp(owner);
  expect((await browser.call(name, body as never)).status).toBe(400);
});
