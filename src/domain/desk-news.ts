import { clockOf } from './days.ts';
import type { Dispute, Order, Refund } from './order.ts';
import { failedRefunds } from './refund.ts';
import type { Role } from './staff.ts';

/** The push notifications of staff: a new order, a refund that failed, a dispute that opens or ends. */
export const newsKinds = ['order', 'refund', 'dispute'] as const;
export type NewsKind = (typeof newsKinds)[number];

/** The kinds that a role may hear of: a packer sees no money. */
export function kindsOf(role: Role): readonly NewsKind[] {
  return role === 'owner' ? newsKinds : ['order'];
}

export interface DeskNews {
  kind: NewsKind;
  orderId: string;
  amountPaise: number;
  /** Of a dispute, else ''. */
  state: string;
}

/** Refunds that have failed since, and disputes that have opened or ended; `before` is null for a new order. */
export function newTroubles(
  before: Order | null,
  after: Order,
): { failed: Refund[]; disputed: readonly Dispute[] } {
  const known = new Set((before ? failedRefunds(before) : []).map(({ key }) => key));
  return {
    failed: failedRefunds(after).filter(({ key }) => !known.has(key)),
    disputed: (after.disputes ?? []).filter(({ id, state }) => {
      return !before?.disputes?.some((old) => old.id === id && old.state === state);
    }),
  };
}

/** What staff must hear of a changed order; `before` is null for a new one. */
export function deskNewsOf(before: Order | null, after: Order): DeskNews[] {
  const { id: orderId, totalPaise } = after;
  const isPlaced = (order: Order) => order.history.some(({ status }) => status === 'Order Placed');
  const { failed, disputed } = newTroubles(before, after);
  const placed = isPlaced(after) && !(before && isPlaced(before));
  return [
    ...(placed ? [{ kind: 'order', orderId, amountPaise: totalPaise, state: '' } as const] : []),
    ...failed.map(({ amountPaise }) => ({ kind: 'refund', orderId, amountPaise, state: '' }) as const),
    ...disputed.map(({ amountPaise, state }) => ({ kind: 'dispute', orderId, amountPaise, state }) as const),
  ];
}

/** Hours in which nothing is pushed, such as 22:00 to 08:00, in India's time. */
export interface QuietHours {
  from: string;
  to: string;
}

/** @param at in ms */
export function isQuiet({ from, to }: QuietHours, at: number): boolean {
  const now = clockOf(at);
  return from < to ? now >= from && now < to : now >= from || now < to;
}
