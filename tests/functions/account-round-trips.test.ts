import { beforeEach, expect, test, vi } from 'vitest';
import { readToken } from '../../netlify/identity/tokens.ts';
import * as products from '../../netlify/services/products.ts';
import { noteInterest } from '../../netlify/storage/early-orders.ts';
import { saveSubscription } from '../../netlify/storage/back-in-stock.ts';
import { indexSubscriptions } from '../../netlify/storage/subscription-index.ts';
import { readSubscriptionsOf } from '../../netlify/storage/subscriptions.ts';
import { useMailServer } from '../support/mail-server.ts';
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
    await saveSubscription([], { productId: `tee-${at}`, size: 'M', opening: 0 }, email);
    await noteInterest([], `kite-${at}`, { email, name: '', phone: '', at });
  }
  await workDone();
  return { email, token };
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

async function costs(wishes: number) {
  const { email, token } = await shopper(wishes);
  const exporting = await costOf(async () => {
    const { body } = await call('user.export', { token });
    expect(body.data).toMatchObject({
      notifyMe: { length: wishes },
      earlyOrderInterests: { length: wishes },
    });
  });
  const deleting = await costOf(async () => {
    const { status } = await call('user.delete', { token, body: { email, password } });
    expect(status).toBe(200);
  });
  expect(await readSubscriptionsOf(email)).toEqual({ sizes: [], interests: [] });
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
