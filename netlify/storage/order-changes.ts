/** Places an order or changes one, each in one step with everything that follows from it (order-writes). */
import { reservationLimits } from '../../src/domain/order-limits.ts';
import { isUnpaid, type Order } from '../../src/domain/order.ts';
import { HOUR_MS } from '../../src/domain/time-units.ts';
import { cashLimitsOf } from './cash-orders.ts';
import { type Change, commit, type Over, writesIf } from './transaction.ts';
import { type CodeUse, codeUseAt } from './discount-code-uses.ts';
import type { Shopper } from './session-and-limits.ts';
import { reservationStartsKey, unpaidKey, variant } from './keys.ts';
import {
  type Attempt,
  type AttemptEnd,
  endFrom,
  endOf,
  justPaidOf,
  keptIn,
  notEnded,
} from './order-attempts.ts';
import { changeOf, type InitialStock, type OrderChange } from './order-writes.ts';
import { reservationLimitsOf } from './unpaid-orders.ts';

const RESERVATION_MEMORY_MS = reservationLimits.rememberedHours * HOUR_MS;

/** The old and new text of `reservationStartsKey`. */
export interface ReservationChange {
  before: string | null;
  after: string;
}

export type Placement =
  | { outcome: 'placed' }
  | AttemptEnd
  /** The shopper has another unpaid order, which this one must continue or replace. */
  | { outcome: 'unpaid'; orderId: string }
  /** The shopper paid for some of the pieces by this order in the last two minutes. */
  | { outcome: 'paid'; orderId: string }
  /** The unpaid order has changed since it was read. */
  | { outcome: 'stale' }
  /** The text of `reservationStartsKey` is not the expected one. */
  | { outcome: 'held'; text: string | null }
  /** Another order uses the code, or the one code of the account or of the phone number. */
  | { outcome: 'code-taken'; use: CodeUse }
  | { outcome: 'short'; short: { productId: string; size: string; left: number }[] }
  | Over;

/**
 * Stores orders, reserves and releases their stock, queues their events, and records the attempt: all or nothing. The
 * writes follow from the states of each order before and after.
 * @param changes the order that is placed, then the one that it replaces, if any
 * @param unpaidBefore the expected unpaid order of the shopper
 * @param held the old and new text of `reservationStartsKey`; null if nothing is reserved for a payment
 * @throws SessionEnded, TooMany
 */
export async function placeOrder(
  shopper: Shopper,
  changes: [OrderChange, ...OrderChange[]],
  attempt: Attempt,
  {
    unpaidBefore = null,
    held = null,
    initial,
  }: { unpaidBefore?: string | null; held?: ReservationChange | null; initial: InitialStock },
): Promise<Placement> {
  const { userId } = shopper.session;
  const heldKey = reservationStartsKey(userId);
  const [{ before, after }] = changes;
  const rest = changeOf(changes, initial);
  const expect = [
    notEnded(shopper, attempt),
    { key: unpaidKey(userId), text: unpaidBefore },
    ...justPaidOf(after).map(({ key }) => ({ key, text: null })),
    ...rest.expect,
    ...(held ? [{ key: heldKey, text: held.before }] : []),
  ];
  const done = await commit(shopper, {
    ...rest,
    expect,
    writes: [
      ...rest.writes,
      isUnpaid(after) ? ['SET', unpaidKey(userId), after.id] : ['DEL', unpaidKey(userId)],
      endOf(shopper, attempt, { orderId: after.id }),
      ...writesIf(held, ['SET', heldKey, held?.after ?? '', 'PX', RESERVATION_MEMORY_MS]),
    ],
    limits: cashLimitsOf(before?.order ?? null, after) ?? reservationLimitsOf(changes),
  });
  if (done.outcome === 'done') return { outcome: 'placed' };
  if (done.outcome === 'over') return done;
  if (done.outcome === 'short') {
    const takers = changes.flatMap(({ after: order }) => order.items);
    return { outcome: 'short', short: done.short.map(({ line, left }) => lacking(rest, takers, line, left)) };
  }
  if (done.at === 0) return endFrom(keptIn(done.found), attempt);
  if (done.at === 1 && done.found !== null) return { outcome: 'unpaid', orderId: done.found };
  const isJustPaid = done.at > 1 && done.at < 2 + after.items.length;
  if (isJustPaid && done.found !== null) return { outcome: 'paid', orderId: done.found };
  if (expect[done.at]?.key === heldKey) return { outcome: 'held', text: done.found };
  const use = codeUseAt(expect[done.at]?.key);
  return use ? { outcome: 'code-taken', use } : { outcome: 'stale' };
}

/**
 * Changes one order, with its stock, code and events, unless it has changed since it was read.
 * @param more what else must hold or is written in the same step
 */
export async function changeOrder(
  change: OrderChange,
  initial: InitialStock,
  { expect = [], writes = [], log = [] }: Partial<Pick<Change, 'expect' | 'writes' | 'log'>> = {},
): Promise<'done' | 'stale' | 'short' | 'code-taken' | Over> {
  const implied = changeOf([change], initial);
  const whole = {
    ...implied,
    log,
    expect: [...implied.expect, ...expect],
    writes: [...implied.writes, ...writes],
  };
  const done = await commit(null, { ...whole, limits: reservationLimitsOf([change]) });
  if (done.outcome === 'over') return done;
  if (done.outcome === 'stale') return codeUseAt(whole.expect[done.at]?.key) ? 'code-taken' : 'stale';
  return done.outcome === 'done' ? 'done' : 'short';
}

/**
 * The product and size of a line of `pieces`, with its stock left. Pieces that another order releases in the same step
 * count.
 */
function lacking({ pieces }: Change, items: Order['items'], line: number, left: number) {
  const short = pieces[line];
  const item = items.find(({ productId, size }) => variant(productId, size) === short?.variant);
  const wanted = item?.quantity ?? 0;
  return { productId: item?.productId ?? '', size: item?.size ?? '', left: left + wanted + (short?.by ?? 0) };
}
