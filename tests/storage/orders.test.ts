import fc from 'fast-check';
import { beforeEach, expect, test } from 'vitest';
import { type Shopper, TooMany } from '../../netlify/storage/session-and-limits.ts';
import { updateOrder } from '../../netlify/services/order-changes.ts';
import { idempotencyKey, paidOrdersKey } from '../../netlify/storage/keys.ts';
import { endRefused } from '../../netlify/storage/order-attempts.ts';
import { placeOrder } from '../../netlify/storage/order-changes.ts';
import { readOrders } from '../../netlify/storage/orders.ts';
import { type Order, withStatus } from '../../src/domain/order.ts';
import { withRefund, withRestRefunded } from '../../src/domain/refund.ts';
import { anOrder, storeOrder } from '../support/orders.ts';
import { connect, flush, dropResponse } from '../support/redis.ts';
import { newKey, newShopper, ownAddress, setStock, soldOf, stockOf } from '../support/shop-calls.ts';

const redis = connect({ automaticDeserialization: false });
const INITIAL = 5;

beforeEach(flush);

const newBuyer = async (): Promise<Shopper> => ({ session: (await newShopper()).session, windows: [] });

type Line = [productId: string, size: string, quantity: number];

function orderOf({ session }: Shopper, lines: Line[], placedAt = 1): Order {
  const items = lines.map(([productId, size, quantity]) => {
    return { productId, size, quantity, name: productId, pricePaise: 100, picture: '' };
  });
  return anOrder({ userId: session.userId, items, placedAt, address: ownAddress() });
}

/** The result; the id is the one of the stored order. */
async function place(
  buyer: Shopper,
  lines: Line[],
  attempt = { key: newKey(), fingerprint: 'f' },
  order = orderOf(buyer, lines),
) {
  const events = { notifications: [], emails: [] };
  const placement = await placeOrder(buyer, [{ before: null, after: order, events }], attempt, {
    initial: () => INITIAL,
  });
  const orderId = placement.outcome === 'known' ? placement.orderId : order.id;
  return ['placed', 'known'].includes(placement.outcome) ? { outcome: 'placed', orderId } : placement;
}

const placed = (placements: { outcome: string }[]) =>
  placements.filter(({ outcome }) => outcome === 'placed');

test('an order up to the limit is placed although its first reply was lost', async () => {
  const { session } = await newBuyer();
  const window = { key: `limit:${newKey()}`, limit: 1, windowMs: 60_000, forgiven: false };
  const buyer: Shopper = { session, windows: [window] };
  dropResponse();
  expect((await place(buyer, [['tee', 'M', 1]])).outcome).toBe('placed');
  expect([await stockOf('tee', 'M'), (await readOrders({ session, windows: [] })).length]).toEqual([4, 1]);
  await expect(place(buyer, [['tee', 'M', 1]])).rejects.toThrow(TooMany);
});

test('an attempt and a concurrent refusal of it have one result', async () => {
  const tries = fc.array(fc.constantFrom('place', 'refuse'), { minLength: 2, maxLength: 8 });
  await fc.assert(
    fc.asyncProperty(tries, async (kinds) => {
      await flush();
      const buyer = await newBuyer();
      const attempt = { key: newKey(), fingerprint: 'f' };
      const ends = await Promise.all(
        kinds.map(async (kind) => {
          const end = await (kind === 'place'
            ? place(buyer, [['tee', 'M', 1]], attempt)
            : endRefused(buyer, attempt, 'sold out'));
          return 'orderId' in end ? end.orderId : end.outcome;
        }),
      );
      const [said, ...others] = new Set(ends);
      expect(others).toEqual([]);
      const orders = (await readOrders(buyer)).map(({ id }) => id);
      expect(orders).toEqual(said === 'refused' ? [] : [said]);
      expect((await stockOf('tee', 'M')) ?? INITIAL).toBe(INITIAL - orders.length);
    }),
    { numRuns: 40 },
  );
});

test('an attempt is found again although its stock is sold', async () => {
  const buyer = await newBuyer();
  const attempt = { key: newKey(), fingerprint: 'f' };
  const first = await place(buyer, [['tee', 'M', INITIAL]], attempt);
  expect(await place(buyer, [['tee', 'M', INITIAL]], attempt)).toEqual(first);
});

test('the result of an attempt is stored for a day', async () => {
  const buyer = await newBuyer();
  const attempts = [newKey(), newKey()].map((key) => ({ key, fingerprint: 'f' }));
  const [taken, refused] = attempts as [(typeof attempts)[0], (typeof attempts)[0]];
  await place(buyer, [['tee', 'M', 1]], taken);
  await endRefused(buyer, refused, 'sold out');
  for (const { key } of attempts) {
    const ttl = await redis.pttl(idempotencyKey(buyer.session.userId, key));
    expect(ttl).toBeGreaterThan(23 * 3_600_000);
    expect(ttl).toBeLessThanOrEqual(24 * 3_600_000);
  }
});

test('an account counts as one that has paid until all its payments are refunded', async () => {
  const paidOrders = async () => redis.smembers(paidOrdersKey('shopper'));
  const payment = { provider: 'razorpay', id: 'pay_1', amountPaise: 10_000, at: 1 } as const;
  const [first, second] = [await storeOrder(), await storeOrder()];
  const pay = (order: Order): Order => ({ ...order, paid: true, payment: { ...payment, id: order.id } });
  for (const { id } of [first, second]) await updateOrder(id, pay);
  expect((await paidOrders()).toSorted()).toEqual([first.id, second.id].toSorted());
  const amount = { amountPaise: 1, reason: 'returned', at: 2 } as const;
  const part = { provider: 'razorpay', paymentId: first.id, ...amount } as const;
  await updateOrder(first.id, (order) => withRefund(order, part));
  expect(await paidOrders()).toHaveLength(2);
  await updateOrder(first.id, (order) => withRestRefunded(order, 'returned', 3));
  expect(await paidOrders()).toEqual([second.id]);
  await updateOrder(second.id, (order) => withStatus(order, 'Cancelled', 4));
  expect(await paidOrders()).toEqual([]);
});

test('concurrent orders in opposite order do not split the last pieces', async () => {
  await setStock('tee', 'M', 3);
  await setStock('cap', 'default', 3);
  const buyers = await Promise.all(Array.from({ length: 20 }, newBuyer));
  const lines: Line[] = [
    ['tee', 'M', 1],
    ['cap', 'default', 1],
  ];
  const all = await Promise.all(buyers.map((buyer, at) => place(buyer, at % 2 ? lines : lines.toReversed())));
  expect(placed(all)).toHaveLength(3);
  expect([await stockOf('tee', 'M'), await stockOf('cap', 'default')]).toEqual([0, 0]);
});

test('after any orders, stock plus sold pieces equal the initial stock', async () => {
  const variants: [string, string][] = [
    ['tee', 'S'],
    ['tee', 'M'],
    ['cap', 'default'],
  ];
  const order = fc.uniqueArray(
    fc.record({ variant: fc.nat(variants.length - 1), quantity: fc.integer({ min: 1, max: 4 }) }),
    { minLength: 1, selector: ({ variant }) => variant },
  );
  await fc.assert(
    fc.asyncProperty(
      fc.array(order, { minLength: 1, maxLength: 12 }),
      fc.boolean(),
      async (orders, atOnce) => {
        await flush();
        const buyer = await newBuyer();
        const lineOf = ({ variant, quantity }: { variant: number; quantity: number }): Line => [
          ...(variants[variant] as [string, string]),
          quantity,
        ];
        const jobs = orders.map((wanted) => () => place(buyer, wanted.map(lineOf)));
        if (atOnce) await Promise.all(jobs.map((job) => job()));
        else for (const job of jobs) await job();

        const left = await Promise.all(
          variants.map(async ([id, size]) => (await stockOf(id, size)) ?? INITIAL),
        );
        expect(Math.min(...left)).toBeGreaterThanOrEqual(0);
        const ordered = (await readOrders(buyer)).flatMap(({ items }) => items);
        const bought = (id: string, size: string) =>
          ordered
            .filter((item) => item.productId === id && item.size === size)
            .reduce((sum, { quantity }) => sum + quantity, 0);
        expect(left).toEqual(variants.map(([id, size]) => INITIAL - bought(id, size)));
        expect(await soldOf('tee')).toBe(bought('tee', 'S') + bought('tee', 'M'));
        expect(await soldOf('cap')).toBe(bought('cap', 'default'));
      },
    ),
    { numRuns: 40 },
  );
});
