import { beforeEach, expect, test, vi } from 'vitest';
import { readToken } from '../../netlify/identity/tokens.ts';
import * as products from '../../netlify/services/products.ts';
import { noteInterest } from '../../netlify/storage/early-orders.ts';
import { saveSubscription } from '../../netlify/storage/back-in-stock.ts';
import { indexSubscriptions } from '../../netlify/storage/subscription-index.ts';
import { readShopOrders } from '../../netlify/storage/orders.ts';
import { readSubscriptionsOf } from '../../netlify/storage/subscriptions.ts';
import { DELETED_USER } from '../../src/domain/retention.ts';
import { useMailServer } from '../support/mail-server.ts';
import { storeOrder } from '../support/orders.ts';
import { flush } from '../support/redis.ts';
import { call, confirmEmail, newKey, workDone } from '../support/shop-calls.ts';

/** The cost of export and deletion does not depend on the size of the catalogue or the number of subscriptions. */

vi.mock(import('../../netlify/services/products.ts'), { spy: true });
useMailServer();
beforeEach(async () => {
  await flush();
  await indexSubscriptions();
});

const password = 'warp and weft';
const every = products.listedProducts();
const larger = Array.from({ length: 40 }, (_, at) =>
  every.map((product) => ({ ...product, id: `${product.id}-${at}` })),
).flat();

/** A shopper with this many back-in-stock subscriptions and early-order interests. */
async function shopper(wishes: number) {
  const email = `asha-${newKey()}@example.com`;
  const { token } = (await call('user.register', { body: { name: 'Asha', email, password } })).body;
  await confirmEmail(readToken(token)?.userId ?? '');
  for (let at = 0; at < wishes; at += 1) {
    await saveSubscription([], { productId: `tee-${at}`, size: 'M', initial: 0 }, email);
    await noteInterest([], `kite-${at}`, { email, name: '', phone: '', at });
  }
  await workDone();
  return { email, token };
}

/** Delivered, so that they need the account no more. */
async function order(token: string, orders: number) {
  const { userId = '' } = readToken(token) ?? {};
  const times = Array.from({ length: orders }, (_, at) => Date.now() - at);
  await Promise.all(
    times.map((placedAt) => storeOrder({ userId, status: 'Delivered', paid: true, placedAt }, 1_000)),
  );
}

/** Requests to Redis and their commands, before the answer and in `waitUntil`. */
async function costOf(work: () => Promise<unknown>): Promise<{ trips: number; commands: number }> {
  const spy = vi.spyOn(globalThis, 'fetch');
  await work();
  await workDone();
  const bodies = spy.mock.calls.map(([, init]) => JSON.parse(String(init?.body)) as unknown[]);
  spy.mockRestore();
  const commands = bodies.reduce((sum, body) => sum + (Array.isArray(body[0]) ? body.length : 1), 0);
  return { trips: bodies.length, commands };
}

async function costs(wishes: number, orders = 0) {
  const { email, token } = await shopper(wishes);
  await order(token, orders);
  const exporting = await costOf(async () => {
    const { body } = await call('user.export', { token });
    expect(body.data).toMatchObject({
      notifyMe: { length: wishes },
      earlyOrderInterests: { length: wishes },
      orders: { length: orders },
    });
  });
  const deleting = await costOf(async () => {
    const { status } = await call('user.delete', { token, body: { email, password } });
    expect(status).toBe(200);
  });
  expect(await readSubscriptionsOf(email)).toEqual({ sizes: [], interests: [] });
  const left = await readShopOrders({ at: Date.now(), skip: 0 }, 0, 100);
  expect(left.orders.filter((found) => found.order?.userId !== DELETED_USER)).toEqual([]);
  return { exporting, deleting };
}

test('export and deletion take a constant number of commands for any catalogue', async () => {
  // At the first call Redis may not know the scripts.
  await costs(1);
  const constant = { exporting: { trips: 10, commands: 18 }, deleting: { trips: 10, commands: 14 } };
  for (const catalogue of [every, larger]) {
    vi.mocked(products.listedProducts).mockReturnValue(catalogue);
    for (const wishes of [1, 30]) expect(await costs(wishes)).toEqual(constant);
  }
});

test('a deletion takes two commands for every 25 orders, and one to see whether one is under way', async () => {
  await costs(1, 1);
  const [none, one, some, many] = [await costs(1), await costs(1, 1), await costs(1, 25), await costs(1, 40)];
  const extra = ({ deleting }: typeof none) => deleting.commands - none.deleting.commands;
  expect([one, some, many].map(extra)).toEqual([3, 3, 5]);
  expect([some, many].map(({ exporting }) => exporting)).toEqual([one.exporting, one.exporting]);
});
