import type { Order, Provider } from './order.ts';

/** A payment that its payer contests with their bank: while the bank decides, the order stays where it is. */

export type DisputeState = 'open' | 'won' | 'lost';

/** What a provider says of a dispute. */
export interface DisputeReport {
  /** The provider's id of it. */
  id: string;
  paymentId: string;
  amountPaise: number;
  /** `won` also where it was closed without taking money. */
  state: DisputeState;
  /** The bank's reason, in the provider's words. */
  why: string;
  /** Until when (ms) the owner can answer it; null where the provider does not say. */
  respondBy: number | null;
}

export interface Dispute extends DisputeReport {
  provider: Provider;
  /** When the shop learned of it, in ms. */
  at: number;
  /** When the owner let the order go on all the same, in ms. */
  releasedAt: number | null;
}

/** The order after what the provider says of a dispute; the same object where that changes nothing. */
export function withDispute(order: Order, provider: Provider, word: DisputeReport, at: number): Order {
  const disputes = order.disputes ?? [];
  const known = disputes.find(({ id }) => id === word.id);
  if (!known) {
    return { ...order, disputes: [...disputes, { ...word, provider, at, releasedAt: null }] };
  }
  // An answer that was overtaken by a later one does not open it again.
  if (word.state === 'open' || word.state === known.state) return order;
  return { ...order, disputes: disputes.map((each) => (each === known ? { ...each, ...word } : each)) };
}

/** Disputes that keep the order from being packed or shipped. */
export function holdingDisputes({ disputes = [] }: Pick<Order, 'disputes'>): Dispute[] {
  return disputes.filter(({ state, releasedAt }) => state !== 'won' && releasedAt === null);
}

/** The order as it may go on, whatever the bank decides; the same object where nothing holds it. `at` in ms. */
export function released(order: Order, at: number): Order {
  const holding = holdingDisputes(order);
  if (holding.length === 0) return order;
  const disputes = (order.disputes ?? []).map((each) =>
    holding.includes(each) ? { ...each, releasedAt: at } : each,
  );
  return { ...order, disputes };
}
