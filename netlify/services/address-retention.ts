import { ADDRESS_DAYS, addressEndsAt, withoutAddress } from '../../src/domain/retention.ts';
import {
  markChecked,
  readDueChecks,
  readUncheckedOrders,
  scheduleCheck,
} from '../storage/address-retention.ts';
import { Unreachable } from '../storage/unreachable.ts';
import { isNewer } from './newer-documents.ts';
import { updateOrder } from './order-changes.ts';
import { noEvents } from './order-events.ts';

const DAY_MS = 24 * 60 * 60_000;
/** Orders of one read. Not all of one page can have been placed in one millisecond. */
const PAGE = 100;
const AT_ONCE = 5;

/**
 * Orders that came to nothing lose their address when its time is over. An order is found by its day of placing and then
 * asked about until it has an invoice or lost its address, so nothing but this run has to know of it.
 * @param until (ms) begins no more after that
 * @returns how many lost theirs
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
  while (Date.now() < until) {
    const now = Date.now();
    const page = await readUncheckedOrders(now - ADDRESS_DAYS * DAY_MS, PAGE);
    if (!page) return;
    const { orders, unreadable, until: last, isFull } = page;
    const fading = orders.flatMap((order) => {
      const at = addressEndsAt(order, now);
      return at === null ? [] : [{ id: order.id, at }];
    });
    const later = unreadable.map((id) => ({ id, at: now + UNREADABLE_MS }));
    // One placed in the very millisecond of the last may be on the next page.
    await markChecked(isFull ? last - 1 : last, [...fading, ...later]);
  }
}

/** An order that cannot be asked about, because it cannot be read, waits so long and holds up no other. */
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
