import { ADDRESS_DAYS, addressEndsAt, withoutAddress } from '../../src/domain/retention.ts';
import { DAY_MS } from '../../src/domain/time-units.ts';
import {
  markChecked,
  readCheckStart,
  readDueChecks,
  readUncheckedOrders,
  scheduleCheck,
} from '../storage/address-retention.ts';
import type { PageStart } from '../storage/order-times.ts';
import { Unreachable } from '../storage/unreachable.ts';
import { isNewer } from './newer-documents.ts';
import { updateOrder } from './order-changes.ts';
import { noEvents } from './order-events.ts';

/** Orders in one read. */
const PAGE = 100;
const AT_ONCE = 5;

/**
 * Deletes the addresses of orders that came to nothing, after their retention time. The run finds an order by the day
 * of its placing, then checks it until it has an invoice or has lost its address. So no other code has to schedule
 * this.
 * @param until (ms) starts no new work after this time
 * @returns the number of deleted addresses
 */
export async function forgetAddresses(until: number): Promise<number> {
  await noteOldOrders(until);
  let gone = 0;
  while (Date.now() < until) {
    const due = await readDueChecks(Date.now(), AT_ONCE);
    if (due.length === 0) break;
    const done = await Promise.all(due.map(askOrLog));
    gone += done.filter((isGone) => isGone).length;
  }
  return gone;
}

async function noteOldOrders(until: number): Promise<void> {
  for (let start: PageStart | null = await readCheckStart(); start && Date.now() < until;) {
    const now = Date.now();
    const page = await readUncheckedOrders(start, now - ADDRESS_DAYS * DAY_MS, PAGE);
    if (!page) return;
    const { orders, unreadable, until: last, next } = page;
    const fading = orders.flatMap((order) => {
      const at = addressEndsAt(order, now);
      return at === null ? [] : [{ id: order.id, at }];
    });
    const later = unreadable.map((id) => ({ id, at: now + UNREADABLE_MS }));
    // Another order of the same millisecond may be on the next page.
    await markChecked(next ? last - 1 : last, [...fading, ...later]);
    start = next;
  }
}

/** An unreadable order is checked again after this time, so it does not block other orders. */
const UNREADABLE_MS = 30 * DAY_MS;

async function askOrLog(orderId: string): Promise<boolean> {
  try {
    return await ask(orderId);
  } catch (error) {
    if (await isNewer(error)) {
      await scheduleCheck(orderId, Date.now() + DAY_MS);
      return false;
    }
    if (error instanceof Unreachable || !(error instanceof Error)) throw error;
    console.error(JSON.stringify({ level: 'error', order: orderId, error: error.name }));
    await scheduleCheck(orderId, Date.now() + UNREADABLE_MS);
    return false;
  }
}

async function ask(orderId: string): Promise<boolean> {
  let isGone = false;
  const amended = await updateOrder(
    orderId,
    (order) => {
      const now = Date.now();
      const at = addressEndsAt(order, now);
      isGone = at !== null && at <= now;
      return isGone ? withoutAddress(order, now) : order;
    },
    () => noEvents,
  );
  const after = amended === null || amended === 'short' ? null : amended.after;
  await scheduleCheck(orderId, after && addressEndsAt(after, Date.now()));
  return isGone;
}
