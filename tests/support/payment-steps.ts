import fc from 'fast-check';
import { expect, vi } from 'vitest';
import { MINUTE_MS } from '../../src/domain/time-units.ts';
import { refundAgain, refundOrder, allowDisputedOrder } from '../../netlify/services/refund-admin.ts';
import { cancelOrder } from '../../netlify/services/order-admin.ts';
import { Refused } from '../../netlify/services/refusal.ts';
import { runReconciliation } from '../../netlify/services/reconciliation.ts';
import type { RazorpaySuccess, Simulators } from '../../local/simulators/controls.ts';
import type { Fault } from '../../local/simulators/faults.ts';
import type { Provider } from '../../local/simulators/ledger.ts';
import { discountedBody } from './codes.ts';
import { allOrders, verifyRazorpay, verifyReturn } from './payments.ts';
import { call, cap, hoodie, newKey, orderBody } from './shop-calls.ts';

/**
 * Everything that can happen around a payment, in any order and at once: two shoppers with two tabs each, who order,
 * pay, decline, go back, return and pay again, some with one of two codes that both know; webhooks that arrive late,
 * twice or never; providers that stop answering; time that passes; an owner who cancels.
 */
export const PIECES = { hoodie: 3, cap: 2 } as const;

export interface World {
  providers: Simulators;
  tokens: string[];
  /** Keys of requests, to be used again. */
  keys: string[];
  codes: string[];
  receipts: RazorpaySuccess[];
  failed: string[];
}

type Step = (world: World) => Promise<unknown>;

const some = <T>(list: readonly T[], at: number): T | undefined => list[at % Math.max(1, list.length)];
const faults: Fault[] = ['down', 'garbage', 'error', 'lost-answer', 'error-after'];

/** A step that a simulator refuses, such as paying twice, is skipped. */
export const ifPossible = async (work: () => unknown) => {
  try {
    await work();
  } catch (error) {
    if (!(error instanceof Error)) throw error;
  }
};

const method = fc.constantFrom('order.razorpay', 'order.stripe', 'order.place');
const index = fc.nat(20);

const place = fc
  .record({
    method,
    who: fc.nat(1),
    quantity: fc.integer({ min: 1, max: 3 }),
    what: fc.boolean(),
    old: fc.boolean(),
    at: index,
    /** The third is none. */
    which: fc.nat(2),
  })
  .map(({ method: name, who, quantity, what, old, at, which }): Step => async (world) => {
    const product = what ? hoodie : cap;
    const key = (old && some(world.keys, at)) || newKey();
    world.keys.push(key);
    const line: Parameters<typeof orderBody>[0] = [product, what ? 'M' : 'default', quantity];
    const code = world.codes[which];
    const body = code === undefined ? orderBody(line) : discountedBody(code, 20, line);
    const { status } = await call(name, { token: world.tokens[who], key, body });
    expect(status).not.toBe(500);
  });

const payAgain = fc.record({ who: fc.nat(1), at: index }).map(({ who, at }): Step => async ({ tokens }) => {
  const order = some(await allOrders(), at);
  if (order) await call('order.pay', { token: tokens[who], body: { orderId: order.id } });
});

const window = fc
  .record({ at: index, outcome: fc.constantFrom('captured', 'captured', 'failed', 'authorized') })
  .map(({ at, outcome }): Step => async ({ providers, receipts, failed }) => {
    const order = some(providers.books().razorpay.orders, at);
    if (!order) return;
    const result = providers.razorpay.pay(order.id, { outcome, webhook: 'held' });
    if ('error' in result) failed.push(result.error.metadata.payment_id ?? '');
    else receipts.push(result);
  });

const lateYes = index.map((at): Step => async ({ providers, failed }) => {
  const id = some(failed, at);
  if (id) await ifPossible(() => providers.razorpay.succeedLate(id, { webhook: 'held' }));
});

const page = fc
  .record({ at: index, what: fc.constantFrom('paid', 'paid', 'declined', 'slow', 'yes', 'no', 'over') })
  .map(({ at, what }): Step => async ({ providers: { stripe, books } }) => {
    const id = some(books().stripe.sessions, at)?.id;
    if (!id) return;
    await ifPossible(() => {
      if (what === 'over') stripe.expire(id, { webhook: 'held' });
      else if (what === 'yes' || what === 'no')
        stripe.settleSlow(id, what === 'yes' ? 'succeeded' : 'failed', { webhook: 'held' });
      else stripe.pay(id, { outcome: what, webhook: 'held' });
    });
  });

const webhook = fc
  .record({ at: index, times: fc.integer({ min: 1, max: 3 }) })
  .map(({ at, times }): Step => async ({ providers }) => {
    const event = some(providers.books().deliveries, at);
    if (!event) return;
    const answers = await Promise.all(
      Array.from({ length: times }, () => providers.webhooks.deliver(event.id)),
    );
    for (const { status } of answers) expect([200, 503]).toContain(status);
  });

const comeBack = fc
  .record({ who: fc.nat(1), at: index, byReceipt: fc.boolean() })
  .map(({ who, at, byReceipt }): Step => async ({ tokens, receipts }) => {
    const token = tokens[who] ?? '';
    const receipt = some(receipts, at);
    const order = some(await allOrders(), at);
    if (byReceipt && receipt) await verifyRazorpay(token, receipt);
    else if (order) await verifyReturn(token, order.id);
  });

const time = fc.integer({ min: 1, max: 50 }).map((minutes): Step => async () => {
  vi.setSystemTime(Date.now() + minutes * MINUTE_MS);
  await runReconciliation(60_000);
});

const trouble = fc
  .record({
    provider: fc.constantFrom('razorpay', 'stripe'),
    fault: fc.constantFrom(...faults),
    times: fc.integer({ min: 1, max: 3 }),
  })
  .map(({ provider, fault, times }): Step => async ({ providers }) => {
    providers.fault(provider, fault, { times });
  });

const owner = index.map((at): Step => async () => {
  const order = some(await allOrders(), at);
  if (!order) return;
  try {
    await cancelOrder(order.id);
  } catch (error) {
    if (!(error instanceof Refused)) throw error;
  }
});

const provider = fc.constantFrom<Provider[]>('razorpay', 'stripe');

/** Ids of payments that were made, as each provider knows them. */
const paymentsOf = ({ providers }: World, name: Provider): string[] => {
  const { razorpay, stripe } = providers.books();
  return name === 'razorpay'
    ? razorpay.payments.filter(({ captured }) => captured).map(({ id }) => id)
    : stripe.paymentIntents.filter(({ status }) => status === 'succeeded').map(({ id }) => id);
};

/** Actions on a provider's dashboard and of banks. */
const dashboard = fc
  .record({
    name: provider,
    at: index,
    what: fc.constantFrom('part', 'part', 'all', 'contest', 'manner', 'settle', 'settle', 'decide'),
    isGood: fc.boolean(),
  })
  .map(({ name, at, what, isGood }): Step => async (world) => {
    const hands = world.providers[name];
    const held = { webhook: 'held' } as const;
    const payment = some(paymentsOf(world, name), at);
    const { refunds, disputes } = world.providers.books()[name];
    const refund = some<{ id: string }>(refunds, at)?.id;
    const dispute = some<{ id: string }>(disputes, at)?.id;
    const works = {
      manner: () => hands.refundsAre({ outcome: isGood ? 'done' : 'pending', ...held }),
      settle: () => refund && hands.settleRefund(refund, isGood ? 'done' : 'failed', held),
      decide: () => dispute && hands.settleDispute(dispute, isGood ? 'won' : 'lost', held),
      part: () => payment && hands.refundThere(payment, { amountPaise: 1_000, ...held }),
      all: () => payment && hands.refundThere(payment, held),
      contest: () => payment && hands.contest(payment, held),
    };
    await ifPossible(works[what]);
  });

const ownersMoney = fc
  .record({ at: index, what: fc.constantFrom('again', 'again', 'release', 'refund') })
  .map(({ at, what }): Step => async () => {
    const order = some(await allOrders(), at);
    if (!order) return;
    try {
      if (what === 'again') await Promise.allSettled([refundAgain(order.id), refundAgain(order.id)]);
      else if (what === 'release') await allowDisputedOrder(order.id);
      else await refundOrder(order.id, 500);
    } catch (error) {
      if (!(error instanceof Refused)) throw error;
    }
  });

const step = fc.oneof(
  { weight: 3, arbitrary: dashboard },
  { weight: 1, arbitrary: ownersMoney },
  { weight: 5, arbitrary: place },
  { weight: 2, arbitrary: payAgain },
  { weight: 4, arbitrary: window },
  { weight: 1, arbitrary: lateYes },
  { weight: 4, arbitrary: page },
  { weight: 4, arbitrary: webhook },
  { weight: 4, arbitrary: comeBack },
  { weight: 2, arbitrary: trouble },
  { weight: 1, arbitrary: owner },
);

/** Steps at the same time; time passes between the groups. */
export const batch = fc.oneof(
  { weight: 5, arbitrary: fc.array(step, { minLength: 1, maxLength: 3 }) },
  { weight: 1, arbitrary: time.map((passes) => [passes]) },
);
