import type { Dispute, DisputeReport, Order, Provider } from './order.ts';

/** A payment that the payer contests with the bank. The order does not move on until the bank decides. */

/** The order after a provider's report; the same object if nothing changes. */
export function withDispute(order: Order, provider: Provider, report: DisputeReport, at: number): Order {
  const disputes = order.disputes ?? [];
  const known = disputes.find(({ id }) => id === report.id);
  if (!known) {
    return { ...order, disputes: [...disputes, { ...report, provider, at, releasedAt: null }] };
  }
  // An old report that arrives late does not open the dispute again.
  if (report.state === 'open' || report.state === known.state) return order;
  return { ...order, disputes: disputes.map((each) => (each === known ? { ...each, ...report } : each)) };
}

/** Disputes that stop the order from being packed or shipped. */
export function blockingDisputes({ disputes = [] }: Pick<Order, 'disputes'>): Dispute[] {
  return disputes.filter(({ state, releasedAt }) => state !== 'won' && releasedAt === null);
}

/** The order, allowed to continue whatever the bank decides; the same object if no dispute stops it. `at` in ms. */
export function released(order: Order, at: number): Order {
  const holding = blockingDisputes(order);
  if (holding.length === 0) return order;
  const disputes = (order.disputes ?? []).map((each) =>
    holding.includes(each) ? { ...each, releasedAt: at } : each,
  );
  return { ...order, disputes };
}
