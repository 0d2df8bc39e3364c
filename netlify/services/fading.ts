import { ADDRESS_DAYS, addressEndsAt, withoutAddress } from '../../src/domain/retention.ts';
import { markSeen, readFading, readUnseen, setFading } from '../storage/fading.ts';
import { amend } from './order-changes.ts';
import { noNews } from './order-news.ts';

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
    const due = await readFading(Date.now(), AT_ONCE);
    if (due.length === 0) break;
    const done = await Promise.all(due.map(ask));
    gone += done.filter((isGone) => isGone).length;
  }
  return gone;
}

async function noteOldOrders(until: number): Promise<void> {
  while (Date.now() < until) {
    const now = Date.now();
    const page = await readUnseen(now - ADDRESS_DAYS * DAY_MS, PAGE);
    const last = page.at(-1);
    if (!last) return;
    const fading = page.flatMap((order) => {
      const at = addressEndsAt(order, now);
      return at === null ? [] : [{ id: order.id, at }];
    });
    // One placed in the very millisecond of the last may be on the next page.
    await markSeen(page.length < PAGE ? last.placedAt : last.placedAt - 1, fading);
  }
}

async function ask(orderId: string): Promise<boolean> {
  let isGone = false;
  const amended = await amend(
    orderId,
    (order) => {
      const now = Date.now();
      const at = addressEndsAt(order, now);
      isGone = at !== null && at <= now;
      return isGone ? withoutAddress(order, now) : order;
    },
    () => noNews,
  );
  const after = amended === null || amended === 'short' ? null : amended.after;
  await setFading(orderId, after && addressEndsAt(after, Date.now()));
  return isGone;
}
